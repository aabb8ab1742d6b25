"""The chromium helper where there is no chromium."""

import shutil

import pytest

from tests.kit.browser import chromium


async def test_without_a_chromium_a_test_is_skipped_and_told_how_to_run(monkeypatch):
    monkeypatch.delenv("CHROMIUM", raising=False)
    monkeypatch.delenv("CI", raising=False)
    monkeypatch.setattr(shutil, "which", lambda _: None)
    with pytest.raises(pytest.skip.Exception, match="CHROMIUM"):
        async with chromium():
            pass


async def test_in_ci_it_fails_instead(monkeypatch):
    monkeypatch.delenv("CHROMIUM", raising=False)
    monkeypatch.setenv("CI", "true")
    monkeypatch.setattr(shutil, "which", lambda _: None)
    with pytest.raises(pytest.fail.Exception, match="CHROMIUM"):
        async with chromium():
            pass

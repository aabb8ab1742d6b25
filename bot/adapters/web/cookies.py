"""What a browser keeps of its person: a signed cookie that no script reads, for a year.

Everything that changes something, and every socket, is asked for its ``Origin`` besides: the cookie
alone does nothing from another page.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from aiohttp import web

    from bot.adapters.web.signing import Person, Signer
    from bot.adapters.web.wire import Hello

PERSON, KEPT = "person", "kept"
"""Who sits here; and a cookie that says nothing, by which it is found out whether cookies stay."""

YEAR = 365 * 24 * 3600


def kept(request: web.Request, signer: Signer) -> Person | None:
    """Whose browser it is; None for nobody's, or one that this server did not sign."""
    return signer.person(request.cookies.get(PERSON, ""))


def bearer(request: web.Request, signer: Signer) -> Person | None:
    """Whose token a tab sends along; None without one, or with one that is not ours."""
    kind, _, token = request.headers.get("Authorization", "").partition(" ")
    return signer.person(token) if kind == "Bearer" else None


def person_of(request: web.Request, signer: Signer) -> Person | None:
    """Who asks: the token of a tab goes before the browser's cookie."""
    if "Authorization" in request.headers:
        return bearer(request, signer)
    return kept(request, signer)


def greeted(request: web.Request, hello: Hello, signer: Signer) -> Person | None:
    """Who opens a socket: by the token in the hello, or by the cookie where it has none."""
    return signer.person(hello.token) if hello.token else kept(request, signer)


def stay(request: web.Request) -> bool:
    """Whether a browser has shown that it keeps cookies."""
    return KEPT in request.cookies or PERSON in request.cookies


def try_out(answer: web.StreamResponse) -> None:
    """Give a cookie that tells nothing, to see whether it comes back."""
    _set(answer, KEPT, "yes", secure=False)


def keep(request: web.Request, answer: web.StreamResponse, token: str) -> None:
    """Let the browser keep its person: by https alone, if that is how it came.

    Only a POST keeps: behind a proxy nothing but its ``Origin`` tells whether that was so.
    """
    secure = request.secure or request.headers.get("Origin", "").startswith("https:")
    _set(answer, PERSON, token, secure=secure)


def drop(request: web.Request, answer: web.StreamResponse) -> None:
    """Let the browser forget its person, if it keeps one."""
    if PERSON in request.cookies:
        answer.del_cookie(PERSON, path="/", httponly=True, samesite="Lax")


def _set(answer: web.StreamResponse, name: str, value: str, *, secure: bool) -> None:
    answer.set_cookie(
        name, value, max_age=YEAR, path="/", httponly=True, samesite="Lax", secure=secure
    )

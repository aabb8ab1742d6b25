"""Pictures of every kind of screen, to be looked at: ``python -m tests.gallery [outdir]``.

Hand-made views first, then views of seeded rounds of every game that can be played.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

from renderers import picture, text
from tests.renderers.screens import SCREENS, speaker


def main(folder: str) -> None:
    """Paint everything, and say how long it took and how large it is."""
    target = Path(folder)
    target.mkdir(parents=True, exist_ok=True)
    for name, (view, names) in SCREENS.items():
        say = speaker(names)
        picture.paint(view, say)
        start = time.perf_counter()
        painted = picture.paint(view, say)
        took = 1000 * (time.perf_counter() - start)
        (target / f"{name}.png").write_bytes(painted)
        (target / f"{name}.txt").write_text(text.render(view, say) + "\n", "utf-8")
        sheet = picture.sheet(view, say)
        print(f"{name:14} {sheet.width}×{sheet.height}  {len(painted) // 1024} KB  {took:.0f} ms")


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "gallery")

"""Make the font files of ``renderers/fonts``, which travel with the package.

Run by hand when the wanted characters change, never at run time; needs ``fonttools`` and
``brotli``. The sources are files of pinned packages, put into one folder::

    apt-get download fonts-noto-cjk=1:20220127+repack1-1 fonts-noto-core=20201225-1 \\
        fonts-unifont=1:15.0.01-2       # unpack each with dpkg -x
    npm pack @expo-google-fonts/noto-emoji@0.4.7
    python tests/tools/make_font.py FOLDER

A file of other content is refused. Each target has only what those before it lack: the Chinese
font first, then the other scripts and emoji, and a bitmap font of the whole plane 0 last. All are
under the SIL Open Font License (OFL.txt), which allows subsets; they carry another name.
"""

from __future__ import annotations

import hashlib
import sys
import unicodedata
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fontTools import subset

FONTS = Path(__file__).parents[2] / "renderers" / "fonts"
NAME = "Pokertable"
SOURCES = {
    "NotoSansCJK-Regular.ttc": "db2af8835a47ccd87c7d65e06fe8014fae4dcf29",
    "NotoSansCJK-Bold.ttc": "cb05715fbce04eae7e4787cf54644b47e6b241dd",
    "NotoSans-Regular.ttf": "91fc555a073ebe40dd92a0491bf034a334e128bb",
    "NotoSansArabic-Regular.ttf": "e355aee1e97ab73fdfbdd9cf09dc1a298c6af34d",
    "NotoSansHebrew-Regular.ttf": "10aed9bd5ac7daadc1c3363aa3e618894f350224",
    "NotoSansThai-Regular.ttf": "a57f95bb8bec90f020bd8fdbbf96beb083e389c3",
    "NotoSansDevanagari-Regular.ttf": "26343e6de4e69f3d8d82113e62c74c991192296c",
    "NotoEmoji_400Regular.ttf": "87191abb0851c7cd80aaf90e664067a6cf3feec1",
    "unifont.otf": "14ae59819c9eab4b3be1588bc0dc992cb8d4c460",
}
"""The files of the packages named above, and their BLAKE2b of 20 bytes."""

SC, KR = 2, 1
"""Faces of the Chinese, Japanese and Korean collection."""

SIGNS = "–—‘’“”•…‰′″※€№™←↑→↓↔↩↺⇄∞−×÷≈≠≤≥±½⅓¼√∑△▲▽▼◆◇○●◎□■☆★☐☑✓✔✗✘♠♡♢♣♤♥♦♧♪♫①②③④⑤⑥⑦⑧⑨⑩·"
NAMES = (
    "喆堃玥珺翀琤昉旻晞彧赟祎珅垚犇淼骉昇峯暐珮瑀玹琋琁璟璠瑄珩垲祺翊昀昶晔炜烨焱燊煊熠熹"
    "玘玚玠珈珞珣琅琇琎琨瑗瑭璎璐璨瓒甯皓睿禛禤竑筠箐粲罡翙翮翯耘胤芃芊芮苒茜荀荻莜菀菡萱"
    "蓁蔺薇蘅虢衎裎訚诩谌谡谙赟趸跹逖逯邈邰郗郜酆钊钰铠铭锴镕镭阚陟隽雎霁霈霏靓颉颢飏馥骁"
    "骅骐鸢鹂鹄鹭麒麓黛鼐龑囧嘅嘢咁啲嚟冇唔哋乜嗰喺囉啦喇喎咩啱屌槑烎兲㗎尐丶灬氵丨丿丷彡"
)
"""Characters of people's names and nicknames that the national sets miss."""
BEYOND = "𠮷𡃁𠝹𨋢𠵱𥄫𠺢𡁻𢫏𦧲𨳒𨶙𩓥𩗴𪚥𪨊𫖯𫚖𬭸𬴊"
"""Characters of plane 2 in names and Cantonese; a file of their own, for the size of its index."""


def double_bytes(codec: str, leads: range, trails: tuple[range, ...]) -> set[str]:
    """The characters a two-byte character set has in a range of lead bytes."""
    found = set()
    for lead in leads:
        for trail in (b for part in trails for b in part):
            try:
                found.add(bytes((lead, trail)).decode(codec))
            except UnicodeDecodeError:
                continue
    return {c for c in found if len(c) == 1}


def ranges(*spans: tuple[int, int]) -> set[str]:
    """All characters from each first to each last one."""
    return {chr(c) for first, last in spans for c in range(first, last + 1)}


def chinese() -> set[str]:
    """GB 2312, Big5 level 1, Latin letters, all kana, and what names and sentences use besides.

    The Chinese sets have kana without ー, which Japanese names are full of.
    """
    found = ranges((0x20, 0x7E), (0xA0, 0x17F), (0x3000, 0x30FF), (0x31F0, 0x31FF))
    found |= ranges((0xFF00, 0xFFEF))
    found |= double_bytes("gb2312", range(0xA1, 0xF8), (range(0xA1, 0xFF),))
    found |= double_bytes("big5", range(0xA1, 0xC7), (range(0x40, 0x7F), range(0xA1, 0xFF)))
    return found | set(SIGNS + NAMES)


def korean() -> set[str]:
    """The syllables of KS X 1001: nearly all that are written."""
    return double_bytes("euc_kr", range(0xB0, 0xC9), (range(0xA1, 0xFF),))


def everything() -> set[str]:
    """Every assigned character of plane 0, save private ones and rare Chinese of extension A."""
    gone = ranges((0x3400, 0x4DBF), (0xE000, 0xF8FF))
    kept = {"L", "M", "N", "P", "S"}
    return {chr(c) for c in range(0x10000) if unicodedata.category(chr(c))[0] in kept} - gone


@dataclass(frozen=True)
class Target:
    """A file to make, and from what."""

    name: str
    source: str
    wanted: Callable[[], Iterable[str]]
    features: tuple[str, ...] = ()
    face: int = 0
    alone: bool = False

    @property
    def file(self) -> str:
        """What is used in many sizes is plain OpenType: FreeType reads of it what it needs."""
        return f"{NAME}{self.name}.{'otf' if self.name.startswith('SansSC') else 'woff2'}"


ALL = ("*",)
TARGETS = (
    Target("SansSC-Regular", "NotoSansCJK-Regular.ttc", chinese, face=SC),
    Target(
        "SansSC-Bold",
        "NotoSansCJK-Bold.ttc",
        lambda: ranges((0x20, 0x7E)) | set("大小王−×…·"),
        face=SC,
        alone=True,
    ),
    Target("Rare", "NotoSansCJK-Regular.ttc", lambda: BEYOND, face=SC),
    Target(
        "Sans",
        "NotoSans-Regular.ttf",
        lambda: ranges((0x180, 0x58F), (0x1E00, 0x20CF), (0x2C60, 0x2C7F), (0xA720, 0xA7FF)),
        ("mark", "mkmk", "ccmp"),
    ),
    Target("Arabic", "NotoSansArabic-Regular.ttf", lambda: ranges((0x600, 0x6FF)), ALL),
    Target("Hebrew", "NotoSansHebrew-Regular.ttf", lambda: ranges((0x590, 0x5FF)), ALL),
    Target("Thai", "NotoSansThai-Regular.ttf", lambda: ranges((0xE00, 0xE7F)), ALL),
    Target("Devanagari", "NotoSansDevanagari-Regular.ttf", lambda: ranges((0x900, 0x97F)), ALL),
    Target("Hangul", "NotoSansCJK-Regular.ttc", korean, face=KR),
    Target(
        "Emoji", "NotoEmoji_400Regular.ttf", lambda: ranges((0x203C, 0x33FF), (0x1F000, 0x1FAFF))
    ),
    Target("Last", "unifont.otf", everything),
)


def make(target: Target, folder: Path, text: Iterable[str]) -> set[str]:
    """Write one file, and return the characters that are in it.

    Raises:
        ValueError: the source is another version of the font.
    """
    source = folder / target.source
    if hashlib.blake2b(source.read_bytes(), digest_size=20).hexdigest() != SOURCES[target.source]:
        raise ValueError(f"{target.source} is not the file of the pinned package")
    options = subset.Options(layout_features=list(target.features), hinting=False)
    options.name_IDs = [0, 1, 2, 3, 4, 5, 6, 13, 14]
    options.name_languages = [0x409]
    options.notdef_outline = True
    options.glyph_names = False
    options.drop_tables += ["vhea", "vmtx", "VORG", "BASE", "DSIG"]
    options.font_number = target.face
    options.flavor = "woff2" if target.file.endswith("woff2") else None
    font = subset.load_font(str(source), options)
    maker = subset.Subsetter(options)
    maker.populate(text="".join(sorted(text)))
    maker.subset(font)
    rename(font, target)
    subset.save_font(font, str(FONTS / target.file), options)
    return {chr(code) for code in font.getBestCmap()}


def rename(font: Any, target: Target) -> None:
    """Give the subset a name of its own; the same source makes the same bytes."""
    family = f"{NAME} {target.name.split('-')[0]}"
    weight = target.name.partition("-")[2] or "Regular"
    own = {1: family, 4: f"{family} {weight}", 6: target.file.split(".")[0]}
    for record in font["name"].names:
        record.string = own.get(record.nameID, record.string)
    font["head"].modified = font["head"].created


def main(folder: str) -> None:
    """Make all files from the sources in ``folder``, and say how large they are."""
    covered: set[str] = set()
    total = 0
    for target in TARGETS:
        text = set(target.wanted())
        found = make(target, Path(folder), text if target.alone else text - covered)
        covered |= set() if target.alone else found
        size = (FONTS / target.file).stat().st_size
        total += size
        sys.stdout.write(f"{target.file:32}{len(found):7}{size:10}\n")
    sys.stdout.write(f"{'together':32}{len(covered):7}{total:10}\n")


if __name__ == "__main__":
    main(sys.argv[1])

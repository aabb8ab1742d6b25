"""Make the font files that travel with the package, from Noto Sans CJK.

Run by hand when the wanted characters change, never at run time; needs ``fonttools`` and
Debian's ``fonts-noto-cjk``::

    python renderers/fonts/make_font.py /usr/share/fonts/opentype/noto

Two files are written beside this one: the regular weight with all characters that names and
sentences use, and a bold weight with the few that stand on cards and in large numbers. The fonts
are under the SIL Open Font License (OFL.txt), which allows subsets; they carry another name.
"""

from __future__ import annotations

import sys
from pathlib import Path

from fontTools import subset

SC_FACE = 2
"""The simplified Chinese face of the collection (its order: JP, KR, SC, TC, HK)."""

NAME = "Pokertable Sans SC"
SIGNS = "–—‘’“”•…‰′″※€№™←↑→↓↔↩↺⇄∞−×÷≈≠≤≥±½⅓¼√∑△▲▽▼◆◇○●◎□■☆★☐☑✓✔✗✘♠♡♢♣♤♥♦♧♪♫①②③④⑤⑥⑦⑧⑨⑩·"
NAMES = (
    "喆堃玥珺翀琤昉旻晞彧赟祎珅垚犇淼骉昇峯暐珮瑀玹琋琁璟璠瑄珩垲祺翊昀昶晔炜烨焱燊煊熠熹"
    "玘玚玠珈珞珣琅琇琎琨瑗瑭璎璐璨瓒甯皓睿禛禤竑筠箐粲罡翙翮翯耘胤芃芊芮苒茜荀荻莜菀菡萱"
    "蓁蔺薇蘅虢衎裎訚诩谌谡谙赟趸跹逖逯邈邰郗郜酆钊钰铠铭锴镕镭阚陟隽雎霁霈霏靓颉颢飏馥骁"
    "骅骐鸢鹂鹄鹭麒麓黛鼐龑囧嘅嘢咁啲嚟冇唔哋乜嗰喺囉啦喇喎咩啱屌槑烎兲㗎尐丶灬氵丨丿丷彡"
)
"""Characters of people's names and nicknames that the national sets miss."""


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


def wanted() -> str:
    """All characters of the regular file."""
    chars = {chr(c) for c in (*range(0x20, 0x7F), *range(0xA0, 0x180))}
    chars |= double_bytes("gb2312", range(0xA1, 0xF8), (range(0xA1, 0xFF),))
    chars |= double_bytes("big5", range(0xA1, 0xC7), (range(0x40, 0x7F), range(0xA1, 0xFF)))
    chars |= {chr(c) for c in (*range(0x3000, 0x3040), *range(0xFF00, 0xFFF0))}
    return "".join(sorted(chars | set(SIGNS + NAMES)))


def make(source: Path, target: Path, text: str) -> None:
    """Write the subset of one weight.

    Plain OpenType: FreeType reads from the file what it needs of it, where WOFF2 would be unpacked
    into memory once for every size of text.
    """
    options = subset.Options(layout_features=[], hinting=False)
    options.name_IDs = [0, 1, 2, 3, 4, 5, 6, 13, 14]
    options.name_languages = [0x409]
    options.notdef_outline = True
    options.drop_tables += ["vhea", "vmtx", "VORG", "BASE", "DSIG"]
    options.font_number = SC_FACE
    font = subset.load_font(str(source), options)
    maker = subset.Subsetter(options)
    maker.populate(text=text)
    maker.subset(font)
    weight = target.stem.split("-")[-1]
    for record in font["name"].names:
        if record.nameID in (1, 4):
            record.string = NAME if record.nameID == 1 else f"{NAME} {weight}"
        elif record.nameID == 6:
            record.string = target.stem
    font["head"].modified = font["head"].created
    subset.save_font(font, str(target), options)


def main(folder: str) -> None:
    """Make both files from the collections in ``folder``."""
    here = Path(__file__).parent
    ascii_text = "".join(map(chr, range(0x20, 0x7F)))
    make(Path(folder, "NotoSansCJK-Regular.ttc"), here / "PokertableSansSC-Regular.otf", wanted())
    make(
        Path(folder, "NotoSansCJK-Bold.ttc"),
        here / "PokertableSansSC-Bold.otf",
        ascii_text + "大小王−×…·",
    )


if __name__ == "__main__":
    main(sys.argv[1])

"""补牌吃分: hands are filled up from a pile after every circle, and what counts are points won.

七鬼五二三, 七鬼五二一 and 五瓜皮: they differ in ranks, plays and hand size.
"""

wuguapi-name = Wuguapi 五瓜皮
wuguapi-option-leftover = Points left in hand
wuguapi-value-leftover-last-hand = to who played last
wuguapi-value-leftover-none = to nobody
wuguapi-option-zero-sum = Scores
wuguapi-value-zero-sum-false = points taken
wuguapi-value-zero-sum-true = won and lost, 0 in all
wuguapi-verb-play = Play

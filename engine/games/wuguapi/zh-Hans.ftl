wuguapi-name = 五瓜皮
wuguapi-option-leftover = 手里剩下的分
wuguapi-value-leftover-last-hand = 归最后出牌的人
wuguapi-value-leftover-none = 谁也不得
wuguapi-option-zero-sum = 记分
wuguapi-value-zero-sum-false = 吃到几分记几分
wuguapi-value-zero-sum-true = 有输有赢，合计为 0
wuguapi-verb-play = 出牌

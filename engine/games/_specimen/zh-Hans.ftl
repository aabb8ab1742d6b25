specimen-name = 比大小
specimen-title = 比大小
specimen-title-done = 比大小 · 亮牌
specimen-ask = 暗出一张手牌：点数最大的人赢，每家付 1 分。
specimen-verb-play = 出牌
specimen-answered = { $seat } 已经出牌。
specimen-mark-answered = 已出
specimen-hand = 你的手牌
specimen-mine = 你出的牌
specimen-shown = 亮牌
specimen-one-of-your-cards = 请从自己的手牌里选一张来出（规则 2）。
specimen-reason = { $seat } 的 { $card } 最大，其余 { $others } 家各付 1 分：1 × { $others } = { $points }

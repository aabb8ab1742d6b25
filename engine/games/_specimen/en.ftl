specimen-name = Highest Card 比大小
specimen-title = Highest Card
specimen-title-done = Highest Card · showdown
specimen-ask = Play a card face down: the highest wins 1 point from every other player.
specimen-verb-play = Play
specimen-answered = { $seat } has played.
specimen-mark-answered = played
specimen-hand = Your hand
specimen-mine = Your card
specimen-shown = Showdown
specimen-one-of-your-cards = Pick one card from your own hand (rule 2).
specimen-reason = { $seat } has the highest, { $card }; { $others ->
    [one] the other pays
   *[other] the { $others } others pay
} 1 each: 1 × { $others } = { $points }

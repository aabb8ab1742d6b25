sanliangyi-name = Three Two One 三两一
sanliangyi-about = 5 min · first out wins
sanliangyi-option-lock = After a pass
sanliangyi-value-lock-circle = out of the trick
sanliangyi-value-lock-round = out while the winner runs on
sanliangyi-option-straight3-beats-321 = Triples in a row beat three, two, one
sanliangyi-value-straight3-beats-321-false = no
sanliangyi-value-straight3-beats-321-true = yes
sanliangyi-verb-play = Play
sanliangyi-title = Three Two One · { $seat } to play
sanliangyi-title-over = Three Two One · settlement
sanliangyi-first = 13 cards each; { $seat } has ♦3 and leads with a play that includes it
sanliangyi-mark-first = dealer
sanliangyi-mark-locked = out of this trick
sanliangyi-left = { $seat } has { $count ->
    [one] { $count } card
   *[other] { $count } cards
} left and loses { $lost }
sanliangyi-won = { $seat } is out first and wins what the three lose, { $total }

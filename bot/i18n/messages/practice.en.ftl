practice-word = Seed
practice-unrated = { $word } (practice, not counted)
practice-told = This one is dealt from the seed “{ $word }”: the same word always deals the same cards and board. It is practice, and counts neither in the scores nor as a best score.
practice-not-here = This game cannot be dealt from a seed, only by chance. 扑克矩阵 can, where one plays alone.
practice-too-long = A seed has at most { $most } letters. /settings seed off goes back to chance.
practice-alone = The seed “{ $word }” is for practice alone. To play with others, first send /settings seed off.

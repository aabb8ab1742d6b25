# The cards come from a public random number
beacon-sealed = Fingerprint of the deal: { $fingerprint }
    No words this time: the cards come from this fingerprint and a public random number ({ $beacon }, round { $round }). It is told at { $time }, and nobody knows it yet; the cards are dealt as soon as it is there.
beacon-lobby = Waiting for the public random number ({ $beacon }, round { $round }, told at { $time }), then the cards are dealt: { $fingerprint }
beacon-lobby-late = The public random number ({ $beacon }, round { $round }) is late; still waiting: { $fingerprint }
beacon-told = The public random number is there ({ $beacon }, round { $round }); it begins with { $number }
beacon-waits = It has been started: the cards are dealt once { $beacon } tells the number of round { $round }, at { $time }.
beacon-late = The number of { $beacon }, round { $round }, is late. It is waited for a little longer.
beacon-gone = The number of { $beacon }, round { $round }, has not come.
beacon-off = Nothing is dealt: the fingerprint { $fingerprint } is void. Press “Start” to try again.
beacon-silent = The public random number cannot be had just now and is not used for this game. To add words instead, press “Seal the deal” under “More” before the next one.
beacon-instead = Here the cards come from a public random number; there is nothing to seal and no word to add. Just press “Start”.
beacon-no-words = The cards of this game come from a public random number, so no words are added; they are dealt as soon as it is there.
record-beacon = Public random number: { $beacon }, round { $round }, { $number }

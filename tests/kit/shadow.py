"""A match again, move by move, from nothing but a table's log."""

from engine.match import Match, act, deal


class Shadow:
    """Follows a table; ``match`` is where it has come to."""

    def __init__(self, table):
        self.table = table
        match = table.match
        self.match = Match(match.game, match.seats, match.seed, table.log[0].options, match.plan)

    def catch_up(self):
        """The states since the last time, the last of then included."""
        states = [self.match.state] if self.match.round else []
        for number, round_ in enumerate(self.table.log, 1):
            if number > self.match.round:
                self.match, _ = deal(self.match, round_.options)
                states.append(self.match.state)
            if number == self.match.round:
                for seat, action in round_.actions[self.match.step :]:
                    self.match, _ = act(self.match, seat, action)
                    states.append(self.match.state)
        return states

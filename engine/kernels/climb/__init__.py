"""出牌压制: put down cards of a shape, beat them with more of the same, or pass.

``rules`` says what shapes a game has, ``reader`` reads and generates plays, ``suits`` does so where
suits count, ``circle`` plays them in turn.
"""

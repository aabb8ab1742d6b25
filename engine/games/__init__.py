"""One folder a game. They never import each other; ``engine.registry`` finds them."""

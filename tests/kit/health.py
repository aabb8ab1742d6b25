"""How a service of the tests is, as whoever runs it reads it."""

from bot.runtime.metrics import health


def health_of(hub, down=frozenset(), gone=frozenset()):
    """Its health, where these platforms are down."""
    return health(hub.context, len(hub.tables.running), down, gone)


def metrics_of(meters, hub):
    """Its metrics, as text."""
    return meters.text(hub.context, hub.tables, health_of(hub))

"""How a service of the tests is, as whoever runs it reads it."""

from bot.runtime.metrics import health


def health_of(service, down=frozenset(), gone=frozenset()):
    """Its health, where these platforms are down."""
    return health(service.context, len(service.running.tables.running), down, gone)


def metrics_of(meters, service):
    """Its metrics, as text."""
    return meters.text(service.context, service.running.tables, health_of(service))

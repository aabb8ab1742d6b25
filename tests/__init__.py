"""The tests mirror the tree; ``tests.kit`` has the helpers."""

"""The blocks of a view on a sheet: one module a kind, and the small parts all are made of."""

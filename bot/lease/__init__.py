"""Who runs what, where several processes share one database: leases, and what they fence off."""

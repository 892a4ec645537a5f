"""An upgrade under load; see `scripts/drill-upgrade`."""

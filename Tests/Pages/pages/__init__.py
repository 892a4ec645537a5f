"""Plays stories of the apps in real browsers: `scripts/check-pages`."""

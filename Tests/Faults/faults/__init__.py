"""Faults between the parts of Parlay, histories of what clients saw, and the checker of those histories."""

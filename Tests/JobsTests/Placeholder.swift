// The tests of this target come with it.

/// A handler was called outside of an event loop, which is a bug.
package struct LoopMissing: Error {
    package init() {}
}

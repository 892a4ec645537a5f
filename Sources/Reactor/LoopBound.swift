/// A value that lives on one loop and can be referenced anywhere.
///
/// `@unchecked Sendable`: the value is reached only through `value`, which stops the program off its loop.
package struct LoopBound<Value>: @unchecked Sendable {
    package let loop: EventLoop
    private let stored: Value

    package init(_ value: Value, on loop: EventLoop) {
        stored = value
        self.loop = loop
    }

    package var value: Value {
        loop.assertOnLoop()
        return stored
    }
}

internal import Synchronization

/// Values that several contributions of one component need, one of each type: what its calls and its pages read.
package final class SharedValues: Sendable {
    private let values = Mutex<[ObjectIdentifier: any Sendable]>([:])

    /// The value of this type, which the first caller makes.
    package func value<Value: Sendable>(_ make: @Sendable () -> Value) -> Value {
        values.withLock { values in
            if let value = values[ObjectIdentifier(Value.self)] as? Value { return value }
            let value = make()
            values[ObjectIdentifier(Value.self)] = value
            return value
        }
    }
}

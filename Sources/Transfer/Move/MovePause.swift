internal import Glibc

enum MovePause {
    static func short() { usleep(2_000) }
    /// Between looks at who is connected.
    static func connections() { usleep(50_000) }
    /// Longer than a statement takes to learn how the tables are published that it writes.
    static func publication() { usleep(100_000) }
}

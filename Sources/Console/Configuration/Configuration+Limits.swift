/// Limits against hostile clients.
extension Configuration {
    package static let progressTimeout = Setting<Int>.integer(
        "PARLAY_PROGRESS_TIMEOUT",
        default: 10,
        1...3600,
        "Seconds without a byte after which a client that sends a body or reads an answer is disconnected."
    )
    package static let slowestRate = Setting<Int>.integer(
        "PARLAY_SLOWEST_RATE",
        default: 1024,
        1...1_048_576,
        "Bytes per second below which such a client is also disconnected."
    )
    package static let rateWindow = Setting<Int>.integer(
        "PARLAY_RATE_WINDOW",
        default: 30,
        1...3600,
        "Seconds over which that rate is averaged."
    )
    package static let bodyMemory = Setting<Int>.integer(
        "PARLAY_BODY_MEMORY",
        default: 64 * 1024 * 1024,
        65_536...1_099_511_627_776,
        "Bytes of request bodies that a front holds at the same time; beyond that, 503."
    )
    package static let answerMemory = Setting<Int>.integer(
        "PARLAY_ANSWER_MEMORY",
        default: 64 * 1024 * 1024,
        65_536...1_099_511_627_776,
        "Bytes of answers in a front that clients have not read yet; beyond that, 503."
    )
    package static let sockets = Setting<Int>.integer(
        "PARLAY_SOCKETS",
        default: 20_000,
        0...1_000_000,
        "Streams that a front holds at the same time, WebSockets and event streams; beyond that, 503."
    )
}

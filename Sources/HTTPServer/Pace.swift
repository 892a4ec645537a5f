internal import CLinux
internal import Reactor

/// The time that a connection's peer takes. The server ends the connection when it is too long.
struct Pace {
    enum Verdict {
        case fine
        /// It sends too slowly, or nothing.
        case end
        /// It does not read its answers. The kernel has to drop them, instead of offering them for minutes.
        case reset
    }

    /// Bytes from the peer.
    var received: UInt64 = 0
    /// Bytes of the body under way.
    var bodyBytes = 0
    /// The minimum mean rate of that body in bytes per second, if it is above the setting.
    var slowestRate: Int?
    /// When the connection entered its phase.
    private var since: Instant
    /// Of the body under way; `nil` until a sweep has seen it.
    private var sending: Progress?
    /// Of the answers, while the peer leaves some with the kernel. Kept across requests, because otherwise a peer
    /// could hold a connection with small answers.
    private var taking: Progress?
    /// Whether the peer has everything that was sent.
    private var isSettled = false

    init(now: Instant) { since = now }

    /// - Parameter now: to a turn of the loop; the limits are seconds.
    mutating func enter(_ phase: Connection.Phase, now: Instant) {
        since = now
        switch phase {
        case .body:
            bodyBytes = 0
            sending = nil
        case .answering:
            isSettled = false
            slowestRate = nil
        default: break
        }
    }

    mutating func verdict(
        _ phase: Connection.Phase,
        on descriptor: Int32,
        _ settings: ServerSettings,
        now: Instant
    ) -> Verdict {
        let seconds = Int((now - since).components.seconds)
        switch phase {
        case .idle:
            if seconds >= settings.idleTimeout { return .end }
            guard seconds >= 1, !isSettled else { return .fine }
            return taken(by: descriptor, settings, now)
        case .head: return seconds >= settings.headerTimeout ? .end : .fine
        case .body: return isTooSlowSending(seconds, settings, now) ? .end : .fine
        case .handling:
            if taking != nil, parlay_tcp_state(descriptor).has_unacknowledged == 0 { taking = nil }
            return .fine
        case .answering: return taken(by: descriptor, settings, now)
        case .closed: return .fine
        }
    }

    private mutating func isTooSlowSending(_ seconds: Int, _ settings: ServerSettings, _ now: Instant) -> Bool
    {
        guard sending != nil else {
            sending = Progress(count: received, now: now)
            return false
        }
        if sending?.isTooSlow(count: received, now: now, settings.progressLimits) == true { return true }
        // A route may require a higher mean rate.
        guard let slowestRate, slowestRate > settings.slowestRate else { return false }
        return seconds >= settings.progressTimeout + bodyBytes / slowestRate
    }

    private mutating func taken(by descriptor: Int32, _ settings: ServerSettings, _ now: Instant) -> Verdict {
        let state = parlay_tcp_state(descriptor)
        // The peer has what was written; the rest waits for the loop.
        guard state.has_unacknowledged != 0 else {
            taking = nil
            isSettled = true
            return .fine
        }
        guard taking != nil else {
            taking = Progress(count: state.bytes_acknowledged, now: now)
            return .fine
        }
        let isSlow = taking?.isTooSlow(count: state.bytes_acknowledged, now: now, settings.progressLimits)
        return isSlow == true ? .reset : .fine
    }
}

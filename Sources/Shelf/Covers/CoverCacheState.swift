internal import Reactor

/// What a `CoverCache` knows.
struct CoverCacheState {
    typealias Waiting = CheckedContinuation<CoverCache.Outcome, Never>

    enum Step {
        case answer(CoverCache.Outcome)
        /// The caller fetches the picture and reports it by `finish`.
        case fetch
        /// It is resumed by a `finish`.
        case wait
    }

    private struct Entry {
        let image: CoverImage
        var lastUse: UInt64
    }

    private struct Failure {
        let outcome: CoverCache.Outcome
        let end: ContinuousClock.Instant
    }

    private let limits: CoverCache.Limits
    private(set) var bytes = 0
    private var uses: UInt64 = 0
    private var entries: [CoverPicture: Entry] = [:]
    private var failures: [CoverPicture: Failure] = [:]
    private var waiting: [CoverPicture: [Waiting]] = [:]
    private var queue: [CoverPicture] = []
    private var running = 0

    init(_ limits: CoverCache.Limits) { self.limits = limits }

    mutating func ask(_ picture: CoverPicture, _ caller: Waiting, at now: ContinuousClock.Instant) -> Step {
        if let entry = entries[picture] {
            uses += 1
            entries[picture]?.lastUse = uses
            return .answer(.image(entry.image))
        }
        if let failure = failures[picture] {
            if failure.end > now { return .answer(failure.outcome) }
            failures[picture] = nil
        }
        if waiting[picture] != nil {
            waiting[picture]?.append(caller)
            return .wait
        }
        if running < limits.fetches {
            running += 1
            waiting[picture] = [caller]
            return .fetch
        }
        guard queue.count < limits.queue else { return .answer(.unavailable) }
        queue.append(picture)
        waiting[picture] = [caller]
        return .wait
    }

    /// - Returns: who waits for the outcome, and the picture that is fetched next.
    mutating func finish(
        _ picture: CoverPicture,
        _ outcome: CoverCache.Outcome,
        at now: ContinuousClock.Instant
    )
        -> (callers: [Waiting], next: CoverPicture?)
    {
        switch outcome {
        case .image(let image): keep(image, of: picture)
        case .missing: remember(picture, outcome, until: now + limits.missingAge, at: now)
        case .unavailable: remember(picture, outcome, until: now + limits.failureAge, at: now)
        }
        let callers = waiting.removeValue(forKey: picture) ?? []
        guard !queue.isEmpty else {
            running -= 1
            return (callers, nil)
        }
        return (callers, queue.removeFirst())
    }

    /// The pictures that were not used for longest make room.
    private mutating func keep(_ image: CoverImage, of picture: CoverPicture) {
        guard image.bytes.count <= limits.bytes else { return }
        while bytes + image.bytes.count > limits.bytes,
            let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse })
        {
            entries[oldest.key] = nil
            bytes -= oldest.value.image.bytes.count
        }
        uses += 1
        entries[picture] = Entry(image: image, lastUse: uses)
        bytes += image.bytes.count
    }

    private mutating func remember(
        _ picture: CoverPicture,
        _ outcome: CoverCache.Outcome,
        until end: ContinuousClock.Instant,
        at now: ContinuousClock.Instant
    ) {
        if failures.count >= limits.failures {
            failures = failures.filter { $0.value.end > now }
            if failures.count >= limits.failures { failures.removeAll() }
        }
        failures[picture] = Failure(outcome: outcome, end: end)
    }
}

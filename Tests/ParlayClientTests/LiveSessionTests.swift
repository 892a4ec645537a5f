import Foundation
import ParlayAPI
import Testing

@testable import ParlayClient

/// When a stream loads, connects, waits and ends.
@Suite struct LiveSessionTests {
    private typealias Action = LiveSession.Action

    /// Half of chance, unless a test says otherwise.
    private func session(random: Double = 0.5) -> LiveSession { LiveSession { random } }

    /// Loaded at 5 and open since second 0.
    private func live(random: Double = 0.5) -> LiveSession {
        var session = session(random: random)
        _ = session.receive(.started, at: .zero)
        _ = session.receive(.loaded(.success(LiveSamples.tree(5))), at: .zero)
        _ = session.receive(.opened, at: .zero)
        return session
    }

    private static let lost = WebSocketError.failed(.connectionLost("reset"))

    static func refusal(
        _ status: Int,
        _ code: String? = nil,
        _ headers: [String: String] = [:],
        parameter: String? = nil
    )
        -> WebSocketError
    {
        var response = TransportResponse(status: status, headers: headers)
        if let code {
            var problem = Problem(status: status, code: code, title: "T")
            if let parameter { problem.extensions["parameter"] = .string(parameter) }
            response.headers["Content-Type"] = Problem.mediaType
            response.body = (try? JSONEncoder().encode(problem)) ?? Data()
        }
        return .refused(response)
    }

    private static func problem(_ status: Int, retryAfter: Duration? = nil) -> ParlayError {
        .problem(Problem(status: status, code: "c", title: "T"), retryAfter: retryAfter)
    }

    /// The pause that is asked for.
    private func pause(_ action: Action, from now: Duration) -> Duration? {
        if case .pause(let time) = action { time - now } else { nil }
    }

    // MARK: The way it should go

    @Test func `the tree is loaded, and the stream opened after its number`() {
        var session = session()
        #expect(session.phase == .connecting && session.book == nil)
        #expect(session.receive(.started, at: .zero) == .load)
        #expect(session.receive(.loaded(.success(LiveSamples.tree(5))), at: .zero) == .connect(after: 5))
        #expect(session.book?.tournaments.count == 2 && session.phase == .connecting)
        #expect(session.receive(.opened, at: .zero) == .receive)
        #expect(session.phase == .live)
        #expect(session.receive(.message(LiveSamples.move(6, 1_000, 200)), at: .zero) == .receive)
        #expect(session.takeMoves().count == 1)
    }

    @Test func `a stream that was lost goes on after the last message`() {
        var session = live()
        _ = session.receive(.message(LiveSamples.move(9, 1_000, 200)), at: .seconds(1))
        let action = session.receive(.ended(Self.lost), at: .seconds(1))
        #expect(pause(action, from: .seconds(1)) == .milliseconds(375))
        #expect(session.phase == .waiting(until: .milliseconds(1_375)))
        #expect(session.receive(.pauseEnded, at: .milliseconds(1_375)) == .connect(after: 9))
        #expect(session.phase == .connecting)
    }

    @Test func `only what can be seen counts`() {
        var session = live()
        let before = session.revision
        _ = session.receive(.message(LiveSamples.move(6, 1_000, -110)), at: .zero)
        _ = session.receive(.message(LiveSamples.move(2, 1_000, 500)), at: .zero)
        #expect(session.revision == before)
        _ = session.receive(.message(LiveSamples.move(7, 1_000, 500)), at: .zero)
        #expect(session.revision == before + 1)
    }

    // MARK: Pauses

    @Test(arguments: [0.0, 0.5, 0.999])
    func `pauses double from half a second to half a minute, by chance shorter`(_ random: Double) {
        var session = live(random: random)
        var pauses: [Duration] = []
        for _ in 0..<9 {
            if let pause = pause(session.receive(.ended(Self.lost), at: .seconds(1)), from: .seconds(1)) {
                pauses.append(pause)
            }
            _ = session.receive(.pauseEnded, at: .seconds(1))
        }
        let whole: [Duration] = [
            .milliseconds(500), .seconds(1), .seconds(2), .seconds(4), .seconds(8), .seconds(16),
            .seconds(30),
            .seconds(30), .seconds(30),
        ]
        #expect(pauses == whole.map { $0 / 2 + $0 / 2 * random })
    }

    @Test func `only a stream that lasted makes pauses short again`() {
        var session = live(random: 0)
        var now = Duration.zero
        func fail() -> Duration? { pause(session.receive(.ended(Self.lost), at: now), from: now) }
        func open() {
            _ = session.receive(.pauseEnded, at: now)
            _ = session.receive(.opened, at: now)
        }
        #expect(fail() == .milliseconds(250))
        // Opened and lost again after nine seconds, with messages.
        open()
        _ = session.receive(.message(LiveSamples.move(6, 1_000, 200)), at: now)
        now += .seconds(9)
        #expect(fail() == .milliseconds(500))
        // Not opened at all, an hour later.
        _ = session.receive(.pauseEnded, at: now)
        now += .seconds(3_600)
        #expect(fail() == .seconds(1))
        open()
        now += LiveSession.proof
        #expect(fail() == .milliseconds(250))
    }

    @Test(
        arguments: [
            .closed(code: 1001, reason: ""), .closed(code: 1013, reason: "slow"),
            .closed(code: 1005, reason: ""),
            .closed(code: 1002, reason: ""), .closed(code: 4000, reason: ""), lost, .failed(.timedOut),
            .failed(.unreachable("")), .failed(.other("")), refusal(500, "internal_error"), refusal(502),
            refusal(503, "overloaded"), refusal(429),
        ] as [WebSocketError]
    )
    func `what may pass is tried again`(_ error: WebSocketError) {
        var session = live(random: 0)
        let action = session.receive(.ended(error), at: .seconds(1))
        #expect(pause(action, from: .seconds(1)) == .milliseconds(250))
        #expect(session.receive(.pauseEnded, at: .seconds(2)) == .connect(after: 5))
    }

    @Test func `the server says how long to wait`() {
        var session = live(random: 0.5)
        let error = Self.refusal(503, "overloaded", ["Retry-After": "7"])
        #expect(pause(session.receive(.ended(error), at: .zero), from: .zero) == .milliseconds(7_250))
    }

    // MARK: The end

    @Test(arguments: [401, 403, 404, 405, 422, 426])
    func `a refusal ends the stream`(_ status: Int) {
        var session = live()
        guard
            case .fail(.problem(let problem, _)) = session.receive(
                .ended(Self.refusal(status, "c")),
                at: .zero
            )
        else {
            Issue.record("it goes on")
            return
        }
        #expect(problem.status == status && problem.code == "c")
        session = live()
        let bare = session.receive(.ended(Self.refusal(status)), at: .zero)
        #expect(bare == .fail(.unexpectedAnswer(status: status)))
    }

    @Test func `a token that was revoked ends the stream`() {
        var session = live()
        guard case .fail(let error) = session.receive(.ended(.closed(code: 4401, reason: "")), at: .zero)
        else {
            Issue.record("it goes on")
            return
        }
        #expect(error.code == "unauthorized" && error.problem?.status == 401)
    }

    @Test(
        arguments: [
            problem(401), problem(403), problem(404), .unexpectedAnswer(status: 200), .tokenStorage("locked"),
            .decoding(DecodingFailure(type: "T", path: "", reason: "")), .transport(.other("certificate")),
        ] as [ParlayError]
    )
    func `a tree that cannot be had ends the stream`(_ error: ParlayError) {
        var session = session()
        _ = session.receive(.started, at: .zero)
        #expect(session.receive(.loaded(.failure(error)), at: .zero) == .fail(error))
    }

    @Test(
        arguments: [
            problem(429), problem(503), problem(500), .unexpectedAnswer(status: 502), .transport(.timedOut),
            .transport(.unreachable("")), .transport(.connectionLost("")),
        ] as [ParlayError]
    )
    func `a tree that cannot be had now is loaded later`(_ error: ParlayError) {
        var session = session(random: 0)
        _ = session.receive(.started, at: .zero)
        #expect(session.receive(.loaded(.failure(error)), at: .zero) == .pause(until: .milliseconds(250)))
        #expect(session.receive(.pauseEnded, at: .seconds(1)) == .load)
    }

    // MARK: Too much was missed

    @Test func `after 410 the tree is loaded again, not at the same moment by all`() {
        var pauses: Set<Duration> = []
        for random in [0.0, 0.25, 0.75] {
            var session = live(random: random)
            _ = session.receive(.ended(Self.lost), at: .zero)
            _ = session.receive(.pauseEnded, at: .seconds(700))
            let action = session.receive(.ended(Self.refusal(410, "seq_gone")), at: .seconds(700))
            if let pause = pause(action, from: .seconds(700)) { pauses.insert(pause) }
            #expect(session.receive(.pauseEnded, at: .seconds(702)) == .load)
            // What is known is shown meanwhile.
            #expect(session.book?.seq == 5)
            let tree = session.receive(.loaded(.success(LiveSamples.tree(900))), at: .seconds(702))
            #expect(tree == .connect(after: 900))
        }
        #expect(pauses == [.zero, LiveSession.spread * 0.25, LiveSession.spread * 0.75])
    }

    @Test func `a tree that is gone already costs a pause`() {
        var session = session(random: 0)
        _ = session.receive(.started, at: .zero)
        var pauses: [Duration] = []
        for _ in 0..<3 {
            _ = session.receive(.loaded(.success(LiveSamples.tree(5))), at: .zero)
            if let pause = pause(session.receive(.ended(Self.refusal(410)), at: .zero), from: .zero) {
                pauses.append(pause)
            }
            #expect(session.receive(.pauseEnded, at: .zero) == .load)
        }
        #expect(pauses == [.milliseconds(250), .milliseconds(500), .seconds(1)])
    }

    @Test func `a front that is behind does not turn the tree back`() {
        var session = live()
        _ = session.receive(.message(LiveSamples.move(9, 1_000, 200)), at: .zero)
        _ = session.receive(.ended(Self.refusal(410)), at: .zero)
        _ = session.receive(.pauseEnded, at: .zero)
        guard case .pause = session.receive(.loaded(.success(LiveSamples.tree(7))), at: .zero) else {
            Issue.record("it takes the old tree")
            return
        }
        #expect(session.book?.seq == 9)
        #expect(session.receive(.pauseEnded, at: .zero) == .load)
    }

    @Test func `a number that the server does not know yet is tried again, then replaced`() {
        var session = live(random: 0)
        _ = session.receive(.message(LiveSamples.move(9, 1_000, 200)), at: .zero)
        let refusal = Self.refusal(400, "bad_query", parameter: "after")
        #expect(session.receive(.ended(refusal), at: .zero) == .pause(until: .milliseconds(250)))
        #expect(session.receive(.pauseEnded, at: .zero) == .load)
        // The database was restored from a copy.
        #expect(session.receive(.loaded(.success(LiveSamples.tree(3))), at: .zero) == .connect(after: 3))
        #expect(session.book?.seq == 3)
        for _ in 0..<3 {
            _ = session.receive(.ended(refusal), at: .zero)
            _ = session.receive(.pauseEnded, at: .zero)
            _ = session.receive(.loaded(.success(LiveSamples.tree(3))), at: .zero)
        }
        guard case .fail(let error) = session.receive(.ended(refusal), at: .zero) else {
            Issue.record("it tries for ever")
            return
        }
        #expect(error.code == "bad_query")
    }

    @Test func `a wrong filter ends the stream`() {
        var session = live()
        guard
            case .fail = session.receive(
                .ended(Self.refusal(400, "bad_query", parameter: "event")),
                at: .zero
            )
        else {
            Issue.record("it goes on")
            return
        }
    }

    // MARK: Unknown ids

    private func unknown(_ seq: Int64) -> LiveSession.Event {
        .message(LiveMessage(seq: seq, .start(event: 90 + seq, seconds: 1)))
    }

    @Test func `several unknown ids are one reload, and what is known is merged meanwhile`() {
        var session = live()
        let due = Duration.seconds(10) + LiveSession.lag + LiveSession.spread * 0.5
        #expect(session.receive(unknown(6), at: .seconds(10)) == .reload(at: due))
        #expect(session.receive(unknown(7), at: .seconds(10)) == .receive)
        #expect(session.receive(.message(LiveMessage(seq: 8, .tree)), at: .seconds(10)) == .receive)
        #expect(session.receive(.message(LiveSamples.move(9, 1_000, 200)), at: .seconds(11)) == .receive)
        #expect(session.takeMoves().count == 1)
        var tree = LiveSamples.tree(8)
        tree.tournaments[1].events.append(LiveSamples.event(96, of: 2, hours: 9))
        #expect(session.receive(.reloaded(.success(tree)), at: .seconds(12)) == .proceed)
        #expect(session.book?.seq == 9)
        #expect(session.book?.tournaments[1].events.map(\.id) == [20, 96])
        #expect(session.book?.tournaments[0].events[0].markets[0].outcomes[0].price.text == "+200")
        // 97 is nowhere, which is known now; something new is another reload.
        _ = session.receive(
            .message(LiveMessage(seq: 10, .event(97, Extensible(.final), nil))),
            at: .seconds(13)
        )
        guard case .reload = session.receive(unknown(11), at: .seconds(13)) else {
            Issue.record("no reload")
            return
        }
    }

    @Test func `the moments of reloads differ`() {
        let times = [0.0, 0.3, 0.9].map { random -> Action in
            var session = live(random: random)
            return session.receive(unknown(6), at: .zero)
        }
        #expect(
            times == [0.0, 0.3, 0.9].map { .reload(at: LiveSession.lag + LiveSession.spread * $0) }
        )
    }

    @Test func `a tree that is behind the stream is not enough`() {
        var session = live(random: 0)
        _ = session.receive(.message(LiveSamples.move(6, 1_000, 200)), at: .zero)
        _ = session.receive(unknown(7), at: .zero)
        // Older than the first message that is kept: of no use.
        #expect(
            session.receive(.reloaded(.success(LiveSamples.tree(5))), at: .zero)
                == .reload(at: LiveSession.lag)
        )
        #expect(session.book?.tournaments[0].events[0].markets[0].outcomes[0].price.text == "+200")
        // As old as it: taken, but the id is still unknown.
        _ = session.receive(.message(LiveSamples.move(8, 1_001, 300)), at: .zero)
        var tree = LiveSamples.tree(6)
        tree.tournaments[0].events[0].markets[0].outcomes[0].price = LiveSamples.price(200)
        #expect(session.receive(.reloaded(.success(tree)), at: .zero) == .reload(at: LiveSession.lag))
        let outcomes = session.book?.tournaments[0].events[0].markets[0].outcomes
        #expect(session.book?.seq == 8 && outcomes?.map(\.price.text) == ["+200", "+300"])
        // New enough.
        tree.seq = 7
        #expect(session.receive(.reloaded(.success(tree)), at: .zero) == .proceed)
        #expect(session.book?.seq == 8)
    }

    @Test func `a reload that fails is tried again, or ends the stream`() {
        var session = live(random: 0)
        _ = session.receive(unknown(6), at: .zero)
        let waits = [250, 500, 1_000].map { Action.reload(at: .milliseconds($0)) }
        for wait in waits {
            #expect(session.receive(.reloaded(.failure(.transport(.timedOut))), at: .zero) == wait)
        }
        #expect(session.receive(.message(LiveSamples.move(7, 1_000, 200)), at: .zero) == .receive)
        #expect(session.receive(.reloaded(.failure(Self.problem(404))), at: .zero) == .close)
        #expect(
            session.receive(.ended(.closed(code: 1000, reason: "")), at: .zero) == .fail(Self.problem(404))
        )
    }

    @Test func `a reload goes on while the stream is lost`() {
        var session = live(random: 0)
        _ = session.receive(unknown(6), at: .zero)
        _ = session.receive(.ended(Self.lost), at: .zero)
        #expect(session.receive(.reloaded(.success(LiveSamples.tree(6))), at: .zero) == .proceed)
        #expect(session.phase == .waiting(until: .milliseconds(250)))
        #expect(session.receive(.pauseEnded, at: .zero) == .connect(after: 6))
    }

    @Test func `a tree from before 410 is not taken afterwards`() {
        var session = live(random: 0)
        _ = session.receive(unknown(6), at: .zero)
        _ = session.receive(.ended(Self.refusal(410)), at: .zero)
        #expect(session.receive(.pauseEnded, at: .zero) == .load)
        #expect(session.receive(.reloaded(.success(LiveSamples.tree(700))), at: .zero) == .proceed)
        #expect(session.book?.seq == 6)
        #expect(session.receive(.loaded(.success(LiveSamples.tree(900))), at: .zero) == .connect(after: 900))
    }

    @Test func `the log keeps the latest of each thing`() {
        var log = LiveLog(after: 5)
        log.append(LiveMessage(seq: 6, .outcome(1, LiveSamples.price(200), Extensible(.suspended))))
        log.append(LiveMessage(seq: 7, .market(1, Extensible(.suspended))))
        log.append(LiveMessage(seq: 8, .event(1, Extensible(.live), nil)))
        for seq in Int64(9)..<20_000 {
            log.append(LiveMessage(seq: seq, .outcome(seq % 3 + 1, LiveSamples.price(300 + Int(seq)), nil)))
        }
        #expect(log.messages.count < 5_000)
        #expect(log.messages.map(\.seq) == log.messages.map(\.seq).sorted())
        #expect(log.messages.contains { $0.change == .market(1, Extensible(.suspended)) })
        #expect(log.messages.contains { $0.change == .event(1, Extensible(.live), nil) })
        // A status that no later message has.
        let first = log.messages.first { if case .outcome(1, _, _?) = $0.change { true } else { false } }
        #expect(first != nil)
        #expect(log.messages.last?.seq == 19_999)
    }
}

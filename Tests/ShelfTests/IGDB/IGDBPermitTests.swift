import Database
import TestDatabases
import Testing

/// The limits in the database, by its own clock.
@Suite(.database) struct IGDBPermitTests {
    private struct Permit { let id: Int64?; let wait: Int64; let isPaused: Bool }

    private func take() throws -> Permit {
        let row = try TestDatabase.current.owner.query(
            "select permit::text, wait_ms, is_paused::int from take_igdb_permit()"
        )[0]
        return Permit(
            id: row.optionalText(0).flatMap { Int64($0) },
            wait: try row.integer(1),
            isPaused: try row.integer(2) == 1
        )
    }

    private func taken() throws -> Int64 { try #require(try take().id) }

    private func finish(_ permit: Int64?, _ outcome: String, _ error: String? = nil, pause: Int64 = 0) throws
    {
        _ = try TestDatabase.current.owner.query(
            "select finish_igdb_request($1, $2, $3, $4)",
            .integer(permit),
            .text(outcome),
            .text(error),
            .integer(pause)
        )
    }

    private func execute(_ sql: String) throws { try TestDatabase.current.owner.execute(sql) }

    /// Lets a time pass, for the places.
    private func pass(_ time: String) throws {
        try execute("update igdb_places set free_at = free_at - interval '\(time)'")
    }

    @Test func `the fifth request waits until a second after the first was answered`() throws {
        let permits = try (0..<4).map { _ in try #require(try take().id) }
        #expect(Set(permits).count == 4)
        // However slow the machine is.
        try pass("-30 s")
        let fifth = try take()
        #expect(fifth.id == nil && !fifth.isPaused && (1...36_050).contains(fifth.wait))
        try finish(permits[2], "good")
        let soon =
            "select from igdb_places where kind = 'start' and free_at <= clock_timestamp() + interval '1050 ms'"
        #expect(try TestDatabase.current.owner.query(soon).count == 1)
        try pass("1100 ms")
        #expect(try take().id != nil)
        // The others have no answer: they may be about to arrive.
        #expect(try take().id == nil)
        try pass("35 s")
        #expect(try take().id != nil)
    }

    @Test func `the ninth open request waits for an answer, or for the end of a lease`() throws {
        var permits: [Int64] = []
        for _ in 0..<2 {
            for _ in 0..<4 { permits.append(try #require(try take().id)) }
            try execute("update igdb_places set free_at = '-infinity' where kind = 'start'")
        }
        let ninth = try take()
        #expect(ninth.id == nil && (1...15_000).contains(ninth.wait))
        try finish(permits[5], "answered")
        #expect(try take().id != nil)
        #expect(try take().id == nil)
        // IGDB may still be at what got no answer.
        try finish(permits[6], "lost")
        #expect(try take().id == nil)
        try pass("15100 ms")
        #expect(try take().id != nil)
        // Late words of the killed change nothing.
        let places = "select count(*) from igdb_places where held_by is not null"
        let before = try TestDatabase.current.owner.query(places)[0].integer(0)
        try finish(permits[5], "good")
        try finish(nil, "good")
        #expect(try TestDatabase.current.owner.query(places)[0].integer(0) == before)
    }

    @Test func `what was not sent costs nothing`() throws {
        for _ in 0..<20 { try finish(taken(), "unsent") }
    }

    @Test func `five failures in a row are a minute's pause, and one after it another`() throws {
        for _ in 0..<4 { try finish(nil, "answered", "bad") }
        try finish(taken(), "good")
        for _ in 0..<4 { try finish(nil, "lost", "bad") }
        try finish(nil, "answered")
        #expect(try !take().isPaused)
        try finish(nil, "unsent", "the fifth")
        let paused = try take()
        #expect(paused.isPaused && paused.id == nil && (50_000...60_000).contains(paused.wait))
        try execute("update igdb_state set paused_until = now() - interval '1 second'")
        #expect(try !take().isPaused)
        try finish(nil, "answered", "the sixth")
        #expect(try take().isPaused)
        try execute("update igdb_state set paused_until = now() - interval '1 second'")
        try finish(nil, "good")
        try finish(nil, "answered", "the first")
        #expect(try !take().isPaused)
        let state = try TestDatabase.current.owner.query("select last_error, failures from igdb_state")[0]
        #expect(try state.text(0) == "the first" && state.integer(1) == 1)
    }

    @Test func `a failure may ask for a pause, of an hour at most`() throws {
        try finish(nil, "answered", "slow down", pause: 7000)
        let paused = try take()
        #expect(paused.isPaused && (1...7000).contains(paused.wait))
        try finish(nil, "answered", "slow down", pause: 1_000_000_000_000)
        #expect(try (3_500_000...3_600_000).contains(take().wait))
        try finish(nil, "answered", "short", pause: 1)
        #expect(try take().wait > 3_500_000)
    }

    @Test func `a clock that is set back blocks nobody`() throws {
        try execute("update igdb_places set free_at = now() + interval '3 hours'")
        try execute("update igdb_state set paused_until = now() + interval '3 hours'")
        #expect(try take().id != nil)
    }
}

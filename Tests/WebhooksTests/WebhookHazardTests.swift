import Database
import Jobs
import Outbound
import ParlayAPI
import Reactor
import TestDatabases
import TestSupport
import TestWorlds
import Testing

@testable import Tenancy
@testable import Webhooks

/// Endpoints that mean harm or are slow, and workers that die (hazard 44).
@Suite(.database) struct WebhookHazardTests {
    /// The result of the only attempt so far.
    private func attempt(_ world: WebhookWorld, _ webhook: Int64) async throws -> JSONValue {
        try #require(try await world.deliveries(webhook).last)
    }

    @Test func `a name that leads to a private address when it is connected to gets nothing`() async throws {
        let world = try await WebhookWorld(addresses: .publicOnly)
        let receiver = try Receiver()
        let (id, _) = try await world.register("https://hooks.example.org:\(receiver.port)/")
        let (local, _) = try await world.register("https://localhost:\(receiver.port)/")
        try await world.working(
            resolving: ["hooks.example.org:\(receiver.port):127.0.0.1"],
            addresses: .publicOnly
        ) { _ in
            try await world.notify([world.member.id])
            try await eventually("the failures") {
                try await world.number("select count(*) from webhook_deliveries where status = 'failed'") == 2
            }
        }
        #expect(receiver.connections == 0)
        for webhook in [id, local] {
            let delivery = try await attempt(world, webhook)
            #expect(delivery["status"] == "failed")
            #expect(delivery["error"] == "the host has no allowed address")
            #expect(delivery["response_status"] == .null)
        }
    }

    @Test func `a redirect is a failure and is not followed`() async throws {
        let world = try await WebhookWorld()
        let inside = try Receiver()
        let target = inside.url
        let receiver = try Receiver { _ in .answer(307, headers: ["Location": target]) }
        let (id, _) = try await world.register(receiver.url)
        try await world.working { _ in
            try await world.notify([world.member.id])
            try await eventually("the failure") {
                try await world.number("select count(*) from webhook_deliveries where status = 'failed'") == 1
            }
        }
        #expect(inside.connections == 0)
        let delivery = try await attempt(world, id)
        #expect(delivery["response_status"] == 307)
        #expect(delivery["error"] == "the endpoint answered 307; redirects are not followed")
    }

    @Test func `an answer without end is cut off`() async throws {
        let world = try await WebhookWorld()
        let receiver = try Receiver { _ in .flood(200) }
        let (id, _) = try await world.register(receiver.url)
        try await world.working { _ in
            try await world.notify([world.member.id])
            try await world.settle()
        }
        let delivery = try await attempt(world, id)
        #expect(delivery["status"] == "delivered")
        #expect(delivery["response"]?.text?.count == 1000)
    }

    @Test func `a silent endpoint is given up and holds up neither other endpoints nor other jobs`()
        async throws
    {
        let world = try await WebhookWorld()
        let silent = try Receiver { _ in .silence }
        let quick = try Receiver()
        let (id, _) = try await world.register(silent.url, events: ["match.made"])
        _ = try await world.register(quick.url, events: ["wager.taken"])
        // While nothing ends, however slow the machine is.
        try await world.working(timeout: .seconds(3600)) { _ in
            for number in 1...60 { try await world.notify([world.member.id], subject: Int64(number)) }
            try await eventually("the silent endpoint to be full") {
                silent.received.count >= EndpointLoads.limit
            }
            try await world.notify([world.member.id], .wagerTaken)
            try await eventually("the quick endpoint") { quick.received.count == 1 }
            #expect(
                try await world.number("select count(*) from webhook_deliveries where status = 'failed'") == 0
            )
        }
        // Another worker, which waits less long.
        try await world.working(timeout: .seconds(1)) { _ in
            try await eventually("a time-out") {
                try await world.number("select count(*) from webhook_deliveries where status = 'failed'") > 0
            }
        }
        let failed = try await world.deliveries(id).filter { $0["status"] == "failed" && $0["attempt"] == 1 }
        #expect(failed.allSatisfy { $0["error"] == "no complete answer in time" })
        #expect(try await world.number("select count(*) from dead_letters") == 0)
    }

    @Test func `an event whose worker died is sent again with the same id`() async throws {
        let world = try await WebhookWorld()
        let receiver = try Receiver()
        let (id, _) = try await world.register(receiver.url)
        try await world.notify([world.member.id])
        // What a worker leaves that was killed between the request and the record of it: it was sent once already.
        let event = try await world.number("select id from webhook_events")
        try await world.execute(
            """
            with dead as (
                insert into workers (name, leased_until) values ('dead', now() - interval '1 minute') returning id
            )
            update jobs set state = 'running', worker_id = dead.id, attempt = 1 from dead where kind = 'send_webhook'
            """
        )
        try await world.working { _ in
            try await eventually("the delivery") { receiver.received.count == 1 }
            try await world.settle()
        }
        #expect(try await world.number("select count(*) from webhook_events where id = \(event)") == 1)
        let delivery = try await attempt(world, id)
        #expect(delivery["status"] == "delivered")
        #expect(delivery["event_id"]?.text == receiver.received.first?.headers["webhook-id"])
    }

    @Test func `a worker that stops leaves what it was sending for the next`() async throws {
        let world = try await WebhookWorld()
        let silent = try Receiver { _ in .silence }
        let (id, _) = try await world.register(silent.url)
        var settings = Worker.Settings.quick
        settings.grace = .zero
        try await world.working(settings: settings) { _ in
            try await world.notify([world.member.id])
            try await eventually("the request") { silent.received.count == 1 }
        }
        #expect(try await attempt(world, id)["status"] == "pending")
        let first = try #require(silent.received.first?.headers["webhook-id"])
        let receiver = try Receiver()
        _ = try await world.send("PATCH", "\(id)/", ["url": .string(receiver.url)])
        try await world.working { _ in
            try await eventually("the delivery") { receiver.received.count == 1 }
            try await world.settle()
        }
        #expect(receiver.received.first?.headers["webhook-id"] == first)
    }

    @Test func `old events go with their deliveries`() async throws {
        let world = try await WebhookWorld()
        let (id, _) = try await world.register("http://127.0.0.1:9999/")
        try await world.notify([world.member.id], subject: 1)
        try await world.notify([world.member.id], subject: 2)
        try await world.execute(
            "update webhook_events set created_at = now() - interval '31 days' where data::text like '%: 1}%'"
        )
        try await world.world.database.onLoop {
            _ = try await world.workers.write([
                WebhookStore.pruning.statement(.time(Timestamp.now.adding(seconds: -30 * 86_400)))
            ])
        }
        #expect(try await world.deliveries(id).count == 1)
    }
}

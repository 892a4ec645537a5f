import Database
import Jobs
import Outbound
import ParlayAPI
import Reactor
import Tenancy
import TestDatabases
import TestSupport
import TestWorlds
import Testing

@testable import Notifications
@testable import Tenancy
@testable import Webhooks

/// What endpoints are sent, by a worker, and what becomes of it.
@Suite(.database) struct WebhookDeliveryTests {
    @Test func `one event of a change is sent, signed, whatever the number of people told`() async throws {
        let world = try await WebhookWorld()
        let receiver = try Receiver { _ in .answer(200, body: "thanks") }
        let (id, secret) = try await world.register(receiver.url, events: ["match.made"])
        let other = try Receiver()
        _ = try await world.register(other.url, events: ["wager.taken"])
        try await world.working { _ in
            try await world.notify([world.admin.id, world.member.id])
            try await world.settle()
        }
        #expect(receiver.received.count == 1)
        #expect(other.received.isEmpty)
        let received = try #require(receiver.received.first)
        #expect(received.line == "POST /hook HTTP/1.1")
        #expect(received.headers["content-type"] == "application/json")
        let event = try #require(received.headers["webhook-id"])
        #expect(event.hasPrefix("msg_"))
        let timestamp = try #require(received.headers["webhook-timestamp"].flatMap { Int64($0) })
        #expect(abs(timestamp - Timestamp.now.milliseconds / 1000) < 60)
        let signature = secret.sign(id: event, timestamp: timestamp, body: received.body)
        #expect(received.headers["webhook-signature"] == signature)

        let body = try JSONParser.parseObject(received.body)
        #expect(body["type"] == "match.made")
        #expect(body["timestamp"]?.text.flatMap { Timestamp($0) } != nil)
        #expect(body["data"]?["subject"] == .object(["type": "match", "id": 7]))
        guard case .array(let notices)? = body["data"]?["notices"] else {
            Issue.record("no notices: \(received.text)")
            return
        }
        #expect(notices.map { $0["account_id"]?.integer } == [world.admin.id, world.member.id])
        #expect(notices.first?["title"] == "New match")
        #expect(!received.text.contains("secret place"))

        let delivery = try #require(try await world.deliveries(id).first)
        #expect(delivery["event_id"]?.text == event)
        #expect(delivery["status"] == "delivered")
        #expect(delivery["attempt"] == 1)
        #expect(delivery["response_status"] == 200)
        #expect(delivery["response"] == "thanks")
        #expect(delivery["error"] == .null)
        #expect(delivery["request_body"]?.text == received.text)
        #expect((delivery["duration_ms"]?.integer ?? -1) >= 0)
    }

    @Test func `a change that is written twice is one event, and an undone one is no event`() async throws {
        let world = try await WebhookWorld()
        let (id, _) = try await world.register("http://127.0.0.1:9999/")
        try await world.notify([world.admin.id], key: "once")
        try await world.notify([world.member.id, world.admin.id], key: "once")
        #expect(try await world.number("select count(*) from webhook_events") == 1)
        // Two statements of one transaction about one subject are one change; another subject is another.
        let drafts = [(world.admin.id, Int64(1)), (world.member.id, 1), (world.member.id, 2)].map {
            person,
            subject in
            NoticeDraft(
                to: [AccountID(rawValue: person)],
                .matchMade,
                title: "x",
                text: "x",
                subject: Subject(type: "match", id: subject),
                by: nil
            ).query(world.world.tenant.id, at: .now)
        }
        try await world.world.database.onLoop { _ = try await world.workers.write(drafts) }
        try await world.world.database.relayNotices(world.workers)
        #expect(try await world.number("select count(*) from webhook_events") == 3)
        struct Undone: Error {}
        let draft = drafts[2]
        await #expect(throws: Undone.self) {
            try await world.world.database.onLoop {
                _ = try await world.workers.transaction { transaction in
                    try await transaction.run(draft)
                    throw Undone()
                }
            }
        }
        try await world.world.database.relayNotices(world.workers)
        #expect(try await world.number("select count(*) from webhook_events") == 3)
        #expect(try await world.deliveries(id).count == 3)
    }

    @Test func `without an endpoint that wants it nothing is written, and none of another tenant gets it`()
        async throws
    {
        let world = try await WebhookWorld()
        let other = try await world.world.addTenant("other")
        try await world.execute(
            """
            insert into webhooks (tenant_id, url, events, created_at, updated_at)
            values (\(other.id.rawValue), 'http://127.0.0.1:9999/', '{*}', now(), now())
            """
        )
        let (id, _) = try await world.register("http://127.0.0.1:9999/", events: ["wager.taken"])
        try await world.notify([world.member.id])
        _ = try await world.send("PATCH", "\(id)/", ["events": ["*"], "enabled": false])
        try await world.notify([world.member.id])
        #expect(try await world.number("select count(*) from webhook_events") == 0)
        #expect(try await world.number("select count(*) from jobs where kind = 'send_webhook'") == 0)
    }

    @Test func `a failure is tried again with the same id over more than a day, then given up`() async throws
    {
        let world = try await WebhookWorld()
        let receiver = try Receiver { _ in .answer(500, body: "no\u{1}pe") }
        let (id, _) = try await world.register(receiver.url)
        let waits: [Int64] = try await world.working { _ in
            try await world.notify([world.member.id])
            var waits: [Int64] = []
            for attempt in 1...8 {
                try await eventually("attempt \(attempt)") {
                    try await world.number(
                        "select count(*) from webhook_deliveries where status = 'failed'"
                    ) == attempt
                }
                if attempt < 8 {
                    waits.append(
                        Int64(
                            try await world.number(
                                """
                                select extract(epoch from p.scheduled_at - l.finished_at)::bigint
                                  from webhook_deliveries p, webhook_deliveries l
                                 where p.status = 'pending' and l.attempt = p.attempt - 1
                                """
                            )
                        )
                    )
                }
                try await world.forward()
            }
            try await world.settle()
            return waits
        }
        #expect(receiver.received.count == 8)
        #expect(Set(receiver.received.map { $0.headers["webhook-id"] }).count == 1)
        for (wait, planned) in zip(waits, WebhookSender.schedule) {
            #expect(wait >= planned - 2 && wait <= planned + planned / 10 + 2, "\(wait) for \(planned)")
        }
        #expect(waits.reduce(0, +) >= 86_400)
        let deliveries = try await world.deliveries(id)
        #expect(deliveries.map { $0["attempt"]?.integer } == [8, 7, 6, 5, 4, 3, 2, 1])
        #expect(deliveries.first?["error"] == "the endpoint answered 500")
        #expect(deliveries.first?["response"] == "no pe")
        #expect(try await world.number("select count(*) from dead_letters") == 0)
        // One event that is lost does not turn the endpoint off.
        #expect(try await world.send("GET", "\(id)/")["enabled"] == true)
    }

    @Test func `an endpoint that asks for time gets it`() async throws {
        let world = try await WebhookWorld()
        let receiver = try Receiver { _ in .answer(429, headers: ["Retry-After": "1000"]) }
        _ = try await world.register(receiver.url)
        try await world.working { _ in
            try await world.notify([world.member.id])
            try await world.settle()
        }
        let wait = try await world.number(
            "select extract(epoch from run_at - now())::bigint from jobs where kind = 'send_webhook'"
        )
        #expect(wait > 900 && wait <= 1100)
    }

    @Test func `410 turns the endpoint off, and what is off gets nothing`() async throws {
        let world = try await WebhookWorld()
        let receiver = try Receiver { _ in .answer(410) }
        let (id, _) = try await world.register(receiver.url)
        let before = try await world.send("GET", "\(id)/").header("ETag")
        try await world.working { _ in
            try await world.notify([world.member.id])
            try await world.settle()
            try await world.notify([world.member.id])
            try await world.settle()
        }
        #expect(receiver.received.count == 1)
        let shown = try await world.send("GET", "\(id)/")
        #expect(shown["enabled"] == false)
        #expect(shown["disabled_reason"] == "gone")
        #expect(try await world.number("select count(*) from audit where action = 'webhook.disable'") == 1)
        #expect(shown.header("ETag") != before)
        let deliveries = try await world.deliveries(id)
        #expect(deliveries.count == 1)
        let delivery = try #require(deliveries[0]["id"]?.integer)
        let replay = try await world.send("POST", "\(id)/deliveries/\(delivery)/replay/")
        #expect(replay.status == 409)
        #expect(replay.code == "webhook_disabled")
        let on = try await world.send("PATCH", "\(id)/", ["enabled": true])
        #expect(on["disabled_reason"] == .null)
    }

    @Test func `what was planned for an endpoint that is off by then is not sent`() async throws {
        let world = try await WebhookWorld()
        let receiver = try Receiver()
        let (id, _) = try await world.register(receiver.url)
        try await world.notify([world.member.id])
        _ = try await world.send("PATCH", "\(id)/", ["enabled": false])
        let (gone, _) = try await world.register(receiver.url)
        try await world.notify([world.member.id])
        _ = try await world.send("DELETE", "\(gone)/")
        try await world.working { _ in try await world.settle() }
        #expect(receiver.received.isEmpty)
        #expect(try await world.deliveries(id).map { $0["status"] } == ["cancelled"])
        #expect(try await world.number("select count(*) from dead_letters") == 0)
    }

    @Test func `an endpoint that fails for days is turned off, and one success resets the count`()
        async throws
    {
        let world = try await WebhookWorld()
        let receiver = try Receiver { $0.text.contains(#""id":8"#) ? .answer(200) : .answer(503) }
        let (id, _) = try await world.register(receiver.url)
        let long = "update webhooks set failures = 19, failing_since = now() - interval '73 hours'"
        try await world.working { _ in
            try await world.execute(long)
            try await world.notify([world.member.id], subject: 8)
            try await world.settle()
            #expect(try await world.number("select failures from webhooks") == 0)
            // Long enough, but too few; then enough, but not long.
            for change in [
                "failures = 18, failing_since = now() - interval '73 hours'",
                "failures = 40, failing_since = now() - interval '71 hours'",
            ] {
                try await world.execute("update webhooks set \(change)")
                try await world.notify([world.member.id], subject: 9)
                try await world.settle()
                #expect(try await world.number("select count(*) from webhooks where enabled") == 1)
            }
            try await world.execute(long)
            try await world.notify([world.member.id], subject: 9)
            try await world.settle()
        }
        let shown = try await world.send("GET", "\(id)/")
        #expect(shown["enabled"] == false)
        #expect(shown["disabled_reason"] == "failing")
        #expect(try await world.deliveries(id).first?["status"] == "failed", "no attempt is planned any more")
    }

    @Test func `a delivery is sent again on demand, with the same id`() async throws {
        let world = try await WebhookWorld()
        let receiver = try Receiver()
        let (id, _) = try await world.register(receiver.url)
        try await world.working { _ in
            try await world.notify([world.member.id])
            try await world.settle()
            let first = try #require(try await world.deliveries(id).first?["id"]?.integer)
            let answer = try await world.send("POST", "\(id)/deliveries/\(first)/replay/")
            #expect(answer.status == 201)
            #expect(answer["status"] == "pending")
            #expect(answer["attempt"] == 1)
            try await world.settle()
            #expect(try await world.send("POST", "\(id)/deliveries/999999/replay/").status == 404)
        }
        #expect(receiver.received.count == 2)
        #expect(receiver.received[0].headers["webhook-id"] == receiver.received[1].headers["webhook-id"])
        #expect(receiver.received[0].body == receiver.received[1].body)
        let (other, _) = try await world.register(receiver.url)
        let first = try #require(try await world.deliveries(id).last?["id"]?.integer)
        #expect(try await world.send("POST", "\(other)/deliveries/\(first)/replay/").status == 404)
    }

    @Test func `while a secret is being replaced both sign`() async throws {
        let world = try await WebhookWorld()
        let receiver = try Receiver()
        let (id, first) = try await world.register(receiver.url)
        let rotated = try await world.send("POST", "\(id)/secret/")
        let second = try #require(rotated["secret"]?.text.flatMap(WebhookSecret.init(parsing:)))
        try await world.working { _ in
            try await world.notify([world.member.id])
            try await world.settle()
            try await world.execute(
                "update webhook_secrets set expires_at = now() - interval '1 second' where expires_at is not null"
            )
            try await world.notify([world.member.id])
            try await world.settle()
        }
        for (received, secrets) in zip(receiver.received, [[second, first], [second]]) {
            let event = try #require(received.headers["webhook-id"])
            let timestamp = try #require(received.headers["webhook-timestamp"].flatMap { Int64($0) })
            let signatures = secrets.map { $0.sign(id: event, timestamp: timestamp, body: received.body) }
            #expect(received.headers["webhook-signature"] == signatures.joined(separator: " "))
        }
        #expect(receiver.received.count == 2)
    }
}

import Reactor
import Testing

@testable import Tenancy
@testable import Webhooks

/// The signature of Standard Webhooks.
@Suite struct WebhookSignatureTests {
    @Test func `the published vector passes`() throws {
        let secret = try #require(WebhookSecret(parsing: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"))
        let signature = secret.sign(
            id: "msg_p5jXN8AQM9LWM0D4loKWxJek",
            timestamp: 1_614_265_330,
            body: Array(#"{"test": 2432232314}"#.utf8)
        )
        #expect(signature == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=")
    }

    @Test func `a secret is text that leads back to it, and each is another`() throws {
        let secret = try WebhookSecret.generate()
        #expect(secret.key.count == 32)
        #expect(secret.text.hasPrefix("whsec_"))
        #expect(WebhookSecret(parsing: secret.text) == secret)
        #expect(try WebhookSecret.generate() != secret)
        #expect(!"\(secret)".contains(secret.text.dropFirst(6)))
        for text in ["", "whsec_", "whsec_AAAA", "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "whsec_!"] {
            #expect(WebhookSecret(parsing: text) == nil)
        }
    }

    @Test
    func `an endpoint has a bounded number of requests, and those turned away come back one after another`() {
        var loads = EndpointLoads()
        let start = Instant(nanoseconds: 0)
        let later = start + .seconds(1000)
        let slow = EndpointLoads.Endpoint(tenantID: 1, webhookID: 1)
        for _ in 0..<EndpointLoads.limit { #expect(loads.begin(slow, now: start) == nil) }
        let refusals = (0..<100).compactMap { _ in loads.begin(slow, now: start) }
        let waits = refusals.map(\.wait)
        #expect(waits.count == 100)
        #expect(refusals.map(\.isFirst) == [true] + Array(repeating: false, count: 99), "told once")
        #expect(waits == waits.sorted() && waits.first != waits.last)
        #expect(loads.begin(EndpointLoads.Endpoint(tenantID: 1, webhookID: 2), now: start) == nil)
        loads.end(slow, took: .seconds(15), now: start)
        #expect(loads.begin(slow, now: start) == nil)
        let longer = loads.begin(slow, now: start)
        #expect(
            longer.map { $0.wait > .seconds(6) && !$0.isFirst } == true,
            "a slow endpoint is asked less often"
        )
        // When nothing is left to do, and it is busy again, that is told again.
        for _ in 0..<EndpointLoads.limit { loads.end(slow, took: .nanoseconds(1), now: later) }
        for _ in 0..<EndpointLoads.limit { #expect(loads.begin(slow, now: later) == nil) }
        #expect(loads.begin(slow, now: later)?.isFirst == true)
    }
}

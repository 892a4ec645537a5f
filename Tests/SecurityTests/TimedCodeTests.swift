import Testing

@testable import Security

@Suite struct TimedCodeTests {
    /// The secret of RFC 6238, appendix B, whose eight digits end in these six.
    private let secret = Array("12345678901234567890".utf8)

    @Test(arguments: [
        (59, "287082"), (1_111_111_109, "081804"), (1_111_111_111, "050471"), (1_234_567_890, "005924"),
        (2_000_000_000, "279037"), (20_000_000_000, "353130"),
    ])
    func `codes are those of the standard`(_ time: Int64, _ code: String) throws {
        #expect(TimedCode.code(secret, at: time) == code)
        #expect(TimedCode.step(of: code, after: 0, secret, at: time) == time / 30)
    }

    @Test func `a code is taken one step early and one step late, and no more`() throws {
        let now: Int64 = 1_750_000_000
        let step = now / 30
        for offset in -3...3 as ClosedRange<Int64> {
            let code = try #require(TimedCode.code(secret, at: now + offset * 30))
            let found = TimedCode.step(of: code, after: 0, secret, at: now)
            #expect(found == (abs(offset) <= 1 ? step + offset : nil), "\(offset)")
        }
    }

    @Test func `a code of a step that was taken, or of one before it, is wrong`() throws {
        let now: Int64 = 1_750_000_000
        let step = now / 30
        let code = try #require(TimedCode.code(secret, at: now))
        #expect(TimedCode.step(of: code, after: step - 1, secret, at: now) == step)
        #expect(TimedCode.step(of: code, after: step, secret, at: now) == nil)
        let before = try #require(TimedCode.code(secret, at: now - 30))
        #expect(TimedCode.step(of: before, after: step, secret, at: now) == nil)
    }

    @Test(arguments: ["", "12345", "1234567", "abcdef", "２８７０８２", "-87082"])
    func `what is no code is wrong`(_ typed: String) {
        #expect(TimedCode.step(of: typed, after: 0, secret, at: 59) == nil)
    }

    @Test func `spaces in a typed code do not matter`() {
        #expect(TimedCode.step(of: "287 082", after: 0, secret, at: 59) == 1)
    }

    @Test func `a secret is typed as base32 and is like no other`() throws {
        #expect(TimedCode.text(secret) == "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ")
        let made = try TimedCode.secret()
        #expect(made.count == 20)
        #expect(try made != TimedCode.secret())
    }
}

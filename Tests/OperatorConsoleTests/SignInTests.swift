import HTTPServer
import ParlayAPI
import Security
import Testing

@testable import OperatorConsole

/// Who gets into the console.
@Suite struct SignInTests {
    private let signer = Signer(key: Array(repeating: 7, count: 32))
    private let start = Timestamp(milliseconds: 1_800_000_000_000)

    private func time(_ seconds: Int64) -> Timestamp {
        Timestamp(milliseconds: start.milliseconds + seconds * 1000)
    }

    @Test func `a code signs in once`() throws {
        let signIns = SignIns(signer, at: start)
        let code = try SignInLink.code(signer, at: time(1))
        let secret = try #require(try signIns.enter(code, at: time(2)))
        #expect(signIns.isSignedIn(secret, at: time(3)))
        #expect(try signIns.enter(code, at: time(4)) == nil)
        #expect(signIns.isSignedIn(secret, at: time(5)))
        #expect(!signIns.isSignedIn(secret + "x", at: time(5)) && !signIns.isSignedIn(nil, at: time(5)))
    }

    @Test func `two codes of one second are not alike`() throws {
        #expect(try SignInLink.code(signer, at: start) != SignInLink.code(signer, at: start))
    }

    @Test func `a code ends after ten minutes`() throws {
        let signIns = SignIns(signer, at: start)
        let code = try SignInLink.code(signer, at: time(0))
        #expect(try signIns.enter(code, at: time(600)) == nil)
        #expect(try signIns.enter(code, at: time(599)) != nil)
    }

    @Test func `a code of another key, of before the start, or of the future does not work`() throws {
        let signIns = SignIns(signer, at: start)
        let other = Signer(key: Array(repeating: 8, count: 32))
        #expect(try signIns.enter(try SignInLink.code(other, at: time(1)), at: time(2)) == nil)
        #expect(try signIns.enter(try SignInLink.code(signer, at: time(-1)), at: time(2)) == nil)
        #expect(try signIns.enter(try SignInLink.code(signer, at: time(3600)), at: time(2)) == nil)
        #expect(try signIns.enter("", at: time(2)) == nil)
        // What the same key signed for something else.
        let cursor = signer.seal(Array(repeating: 0, count: 9), context: "cursor")
        #expect(try signIns.enter(cursor, at: time(2)) == nil)
    }

    @Test func `a session ends after eight hours, and by signing out`() throws {
        let signIns = SignIns(signer, at: start)
        let secret = try #require(try signIns.enter(try SignInLink.code(signer, at: time(0)), at: time(1)))
        #expect(signIns.isSignedIn(secret, at: time(8 * 3600)))
        #expect(!signIns.isSignedIn(secret, at: time(8 * 3600 + 2)))
        signIns.signOut(secret)
        #expect(!signIns.isSignedIn(secret, at: time(2)))
    }
}

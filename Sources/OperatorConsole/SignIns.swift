package import ParlayAPI
package import Security
internal import Synchronization
internal import Tenancy

/// Who is signed in. In memory: a restart signs everybody out.
package final class SignIns: Sendable {
    /// In seconds.
    package static let sessionLifetime: Int64 = 8 * 3600
    private static let maximumSessions = 100

    private struct State {
        /// When each used code ends by itself, in seconds.
        var used: [String: Int64] = [:]
        /// When each session ends, in seconds, by the digest of its secret.
        var sessions: [SHA256Digest: Int64] = [:]
    }

    private let signer: Signer
    /// In seconds. Codes that an earlier process may have seen do not work.
    private let start: Int64
    private let state = Mutex(State())

    package init(_ signer: Signer, at now: Timestamp) {
        self.signer = signer
        start = now.milliseconds / 1000
    }

    /// The secret of a new session; `nil` for a code that is used, over, or not ours.
    package func enter(_ code: String, at now: Timestamp) throws -> String? {
        let now = now.milliseconds / 1000
        guard let issued = SignInLink.issued(code, signer), issued >= start, issued <= now + 60,
            now < issued + SignInLink.lifetime
        else { return nil }
        let secret = try SecureRandom.base62(count: 32)
        return state.withLock { state in
            state.used = state.used.filter { $0.value > now }
            state.sessions = state.sessions.filter { $0.value > now }
            guard state.used[code] == nil, state.sessions.count < Self.maximumSessions else { return nil }
            state.used[code] = issued + SignInLink.lifetime
            state.sessions[sha256(secret)] = now + Self.sessionLifetime
            return secret
        }
    }

    package func isSignedIn(_ secret: String?, at now: Timestamp) -> Bool {
        guard let secret else { return false }
        return state.withLock { ($0.sessions[sha256(secret)] ?? 0) > now.milliseconds / 1000 }
    }

    package func signOut(_ secret: String?) {
        guard let secret else { return }
        state.withLock { $0.sessions[sha256(secret)] = nil }
    }
}

internal import ParlayAPI
internal import Security
internal import Tenancy

/// What an authenticator signs. Sealed, so that nothing is stored for people who only look at the page; once it is accepted, its
/// digest is stored until it has expired.
///
/// Its length is the same whatever it holds: it must not tell whether a name belongs to anybody.
struct PasskeyChallenge: Sendable, Equatable {
    enum Purpose: Sendable, Equatable {
        /// With what the authenticator calls the account.
        case create(AccountID, handle: [UInt8])
        case signIn(only: Person)
    }

    /// Who may sign in.
    enum Person: Sendable, Equatable {
        case anybody
        /// A name was given that nobody has.
        case nobody
        case account(AccountID)
    }

    static let seconds: Int64 = 300
    static let handleCount = 32

    let purpose: Purpose
    let expiresAt: Timestamp
    /// Of the sealed bytes, to know whether they were used.
    private(set) var digest: SHA256Digest?

    init(_ purpose: Purpose, at now: Timestamp) {
        self.purpose = purpose
        expiresAt = now.adding(seconds: Self.seconds)
    }

    /// - Parameter party: a challenge for another host is none.
    /// - Throws: `PasskeyRefusal.challenge` if it was not sealed for this tenant and host, or has expired.
    init(_ sealed: [UInt8], for tenant: TenantID, _ party: String, signer: Signer, at now: Timestamp)
        throws(PasskeyRefusal)
    {
        guard let bytes = Self.box(tenant, party, signer).open(sealed),
            bytes.count == 17 + Self.handleCount
        else { throw .challenge }
        let account = Self.number(bytes[1..<9])
        switch bytes[0] {
        case 0: purpose = .create(AccountID(rawValue: account), handle: Array(bytes[17...]))
        case 1: purpose = .signIn(only: .anybody)
        case 2: purpose = .signIn(only: .nobody)
        default: purpose = .signIn(only: .account(AccountID(rawValue: account)))
        }
        expiresAt = Timestamp(milliseconds: Self.number(bytes[9..<17]))
        digest = sha256(sealed)
        guard expiresAt > now else { throw .challenge }
    }

    func sealed(for tenant: TenantID, _ party: String, signer: Signer) throws -> [UInt8] {
        let kind: UInt8
        var account: Int64 = 0
        var handle = [UInt8](repeating: 0, count: Self.handleCount)
        switch purpose {
        case .create(let id, let own): (kind, account, handle) = (0, id.rawValue, own)
        case .signIn(.anybody): kind = 1
        case .signIn(.nobody): kind = 2
        case .signIn(.account(let id)): (kind, account) = (3, id.rawValue)
        }
        let bytes = [kind] + Self.bytes(account) + Self.bytes(expiresAt.milliseconds) + handle
        return try Self.box(tenant, party, signer).seal(bytes)
    }

    private static func bytes(_ number: Int64) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * Int64($0))) }
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> Int64 {
        bytes.reduce(0) { $0 << 8 | Int64($1) }
    }

    private static func box(_ tenant: TenantID, _ party: String, _ signer: Signer) -> SecretBox {
        let secret = signer.derive(Array("\(tenant.rawValue) \(party)".utf8), context: "passkey_challenge")
        return SecretBox(secret: secret, context: "passkey_challenge")
    }
}

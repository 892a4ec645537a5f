internal import Database
internal import ParlayAPI
internal import Security
internal import Tenancy
internal import TestDatabases
internal import TestSupport
internal import Testing

/// Somebody's authenticator app, with the recovery codes on paper.
package struct SecondFactorDevice: Sendable {
    package let secret: [UInt8]
    package let recoveryCodes: [String]

    package init(secret: [UInt8], recoveryCodes: [String]) {
        self.secret = secret
        self.recoveryCodes = recoveryCodes
    }

    /// The code of now, or of some steps later.
    package func code(later steps: Int64 = 0) throws -> String {
        try #require(TimedCode.code(secret, at: Timestamp.now.milliseconds / 1000 + steps * 30))
    }

    /// - Parameter text: base32.
    package static func decode(_ text: String) -> [UInt8] {
        var bits = 0
        var count = 0
        var bytes: [UInt8] = []
        for letter in text.utf8 {
            let value = letter >= UInt8(ascii: "A") ? Int(letter) - 65 : Int(letter) - 24
            bits = (bits << 5 | value) & 0xFFFF
            count += 5
            if count >= 8 {
                count -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> count))
            }
        }
        return bytes
    }
}

extension World {
    /// Sets up a second factor. The person's token has then shown two.
    package func addSecondFactor(to person: SignedInPerson, in slug: String? = nil) async throws
        -> SecondFactorDevice
    {
        let begun = try await send(
            "POST",
            "second-factor/",
            token: person.token,
            ["password": .string(World.password)],
            tenant: slug
        )
        let secret = SecondFactorDevice.decode(try #require(begun["secret"]?.text, "\(begun)"))
        let device = SecondFactorDevice(secret: secret, recoveryCodes: [])
        let proven = try await send(
            "POST",
            "second-factor/proof/",
            token: person.token,
            ["code": .string(try device.code())],
            tenant: slug
        )
        guard case .array(let codes)? = proven["codes"] else {
            throw WorldError.notRegistered(person.username, proven.text)
        }
        try forgetCodes()
        return SecondFactorDevice(secret: secret, recoveryCodes: codes.compactMap(\.text))
    }

    /// Codes are taken again: tests do not wait for the next ones.
    package func forgetCodes() throws {
        _ = try database.owner.execute("update second_factors set last_step = 0")
    }
}

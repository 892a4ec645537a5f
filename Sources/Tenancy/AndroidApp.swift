package import ParlayAPI

/// An app for Android that uses a tenant's passkeys.
package struct AndroidApp: RequestBody, Hashable {
    /// `org.example.app`
    package var name: String = ""
    /// SHA-256 digests of the certificates that sign the app, as Android's tools print them: `14:6D:E9:…`.
    package var fingerprints: [String] = []

    static let name = BodyField<String>.text(
        "package",
        1...255,
        "The name of its package.",
        rule: TextRule(
            "^[A-Za-z0-9._]+$",
            FieldRule("anAndroidPackage", "Must be the name of a package: \"org.example.app\".")
        ) { text in
            text.utf8.allSatisfy {
                0x30...0x39 ~= $0 || 0x41...0x5A ~= $0 || 0x61...0x7A ~= $0 || $0 == 0x2E || $0 == 0x5F
            }
        }
    )
    static let fingerprints = BodyField<[String]>.list(
        "fingerprints",
        1...10,
        of: .text(
            "",
            95...95,
            rule: TextRule(
                "^([0-9A-F]{2}:){31}[0-9A-F]{2}$",
                FieldRule("aFingerprint", "Must be 32 bytes in upper-case hex with colons between them.")
            ) { text in
                let bytes = text.split(separator: ":", omittingEmptySubsequences: false)
                return bytes.count == 32
                    && bytes.allSatisfy {
                        $0.utf8.count == 2 && $0.utf8.allSatisfy { 0x30...0x39 ~= $0 || 0x41...0x46 ~= $0 }
                    }
            }
        ),
        "SHA-256 digests of the certificates that sign it, as Android's tools print them."
    )

    package init(_ name: String, fingerprints: [String]) {
        self.name = name
        self.fingerprints = fingerprints
    }

    package init() {}

    package mutating func members(_ body: inout some BodyVisitor) {
        body.field(Self.name, &name)
        body.field(Self.fingerprints, &fingerprints)
    }
}

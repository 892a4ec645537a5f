import Testing

@testable import Security

@Suite struct PasswordHasherTests {
    /// As cheap as Argon2 can be; the default's cost has a test of its own.
    private let hasher: PasswordHasher

    init() throws {
        hasher = try PasswordHasher(memoryKiB: 8, iterations: 1, parallelism: 1)
    }

    /// Made with Python's argon2-cffi.
    private static let known = [
        (
            "correct horse battery",
            "$argon2id$v=19$m=19456,t=2,p=1$MDEyMzQ1Njc4OWFiY2RlZg$69I7qCjDTsQwhQqFvpQJiqEI0lGQvxC84fXE0Ktxca4"
        ),
        (
            "Grüße 🎲 über",
            "$argon2id$v=19$m=64,t=3,p=2$MDEyMzQ1Njc4OWFiY2RlZg$K8BVdw+IhFkO6i4MtV68UZyK9tppRpXTIKIo0WQjkx0"
        ),
        ("", "$argon2id$v=19$m=8,t=1,p=1$c2FsdHNhbHQ$NwG1zNkhHT0CU5f3oX/HgKeiUTjQElhT+vx01NDGBjo"),
    ]

    @Test(arguments: known)
    func `a hash made elsewhere is verified at its own cost`(password: String, phc: String) throws {
        let hasher = hasher.accepting(try Argon2Cost(memoryKiB: 19_456, iterations: 3, parallelism: 2))
        #expect(try hasher.verify(password, against: phc))
        for wrong in [password + " ", " " + password, password + "\0", password.uppercased() + "!", "a"] {
            #expect(try !hasher.verify(wrong, against: phc))
        }
    }

    @Test func `the default cost is 19 MiB, two passes, one lane`() throws {
        let hasher = try PasswordHasher()
        let phc = try hasher.hash("correct horse battery")
        let pattern = /\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+\/]{22}\$[A-Za-z0-9+\/]{43}/
        #expect(phc.wholeMatch(of: pattern) != nil)
        #expect(hasher.dummyHash.wholeMatch(of: pattern) != nil)
        #expect(try hasher.verify("correct horse battery", against: phc))
        #expect(try !hasher.verify("correct horse batterx", against: phc))
    }

    @Test(arguments: [
        ("m=19457,t=2,p=1", 19_457, 2, 1), ("m=19456,t=3,p=1", 19_456, 3, 1),
        ("m=19456,t=2,p=2", 19_456, 2, 2),
        ("m=1048576,t=64,p=16", 1_048_576, 64, 16),
    ])
    func `a hash above the ceiling is not computed`(cost: String, memory: Int, iterations: Int, lanes: Int)
        throws
    {
        let phc =
            "$argon2id$v=19$\(cost)$MDEyMzQ1Njc4OWFiY2RlZg$69I7qCjDTsQwhQqFvpQJiqEI0lGQvxC84fXE0Ktxca4"
        // The standard is accepted, although this hasher has a lower cost.
        #expect(!hasher.isTooCostly(Self.known[0].1))
        #expect(hasher.isTooCostly(phc))
        #expect(throws: PasswordHashError.tooCostly) { try hasher.verify("x", against: phc) }
        let ceiling = try Argon2Cost(memoryKiB: memory, iterations: iterations, parallelism: lanes)
        #expect(!hasher.accepting(ceiling).isTooCostly(phc))
        #expect(!hasher.isTooCostly("no hash"))
    }

    @Test func `each hash has a salt of its own`() throws {
        let hashes = try (0..<50).map { _ in try hasher.hash("same") }
        #expect(Set(hashes.map { $0.split(separator: "$")[3] }).count == 50)
        #expect(try hashes.allSatisfy { hash throws in try hasher.verify("same", against: hash) })
    }

    @Test func `the bytes count as they were sent`() throws {
        let composed = try hasher.hash("caf\u{e9}")
        #expect(try hasher.verify("caf\u{e9}", against: composed))
        #expect(try !hasher.verify("cafe\u{301}", against: composed))
    }

    /// The hash was made with Python's argon2-cffi. C would take a zero byte for the end.
    @Test func `a zero byte ends neither a password nor a hash`() throws {
        let phc =
            "$argon2id$v=19$m=8,t=1,p=1$MDEyMzQ1Njc4OWFiY2RlZg$UICuekdGyAnYdgrmJYIE1RCZAYNVeySEzXY7wjAS3mM"
        #expect(try hasher.verify("a\0b", against: phc))
        #expect(try !hasher.verify("a\0c", against: phc))
        #expect(try !hasher.verify("a", against: phc))
        #expect(throws: PasswordHashError.malformedHash) { try hasher.verify("a\0b", against: phc + "\0") }
        #expect(throws: PasswordHashError.malformedHash) { try hasher.verify("a\0b", against: phc + "\0$") }
    }

    @Test func `a password of 1,024 bytes is hashed to its last byte and a longer one is refused`() throws {
        let longest = String(repeating: "é", count: 512)
        let phc = try hasher.hash(longest)
        #expect(try hasher.verify(longest, against: phc))
        #expect(try !hasher.verify(String(repeating: "é", count: 511) + "ab", against: phc))
        #expect(throws: PasswordHashError.passwordTooLong(byteCount: 1_025)) {
            try hasher.hash(longest + "a")
        }
        // Made with Python's argon2-cffi, of the very password that is too long.
        let tooLong =
            "$argon2id$v=19$m=8,t=1,p=1$MDEyMzQ1Njc4OWFiY2RlZg$LYQ/53tBeGcUO3mBz1LAvNb3JZaY7F1SuPZ63f3aa7E"
        #expect(try !hasher.verify(String(repeating: "a", count: 1_025), against: tooLong))
    }

    @Test func `no password fits the dummy hash, which costs the same as others`() throws {
        let other = try PasswordHasher(memoryKiB: 8, iterations: 1, parallelism: 1)
        #expect(hasher.dummyHash != other.dummyHash)
        #expect(
            Argon2Hash(parsing: hasher.dummyHash)?.cost == Argon2Hash(parsing: try hasher.hash("a"))?.cost
        )
        for password in ["", "password", "correct horse battery", hasher.dummyHash] {
            #expect(try !hasher.verify(password, against: hasher.dummyHash))
        }
    }

    @Test(arguments: [
        "", "$", "$$$$$", "password", "5f4dcc3b5aa765d61d8327deb882cf99",
        "$2b$12$R9h/cIPz0gi.URNNX3kh2OPST9/PgBkqquzi.Ss7KIUgO2t0jWMUW",
        "$argon2i$v=19$m=8,t=1,p=1$MDEyMzQ1Njc4OWFiY2RlZg$5Cojh2nqNfOvcrkby/g6flXWQU3BwDaUIeETkkscaMk",
        "$argon2id$v=16$m=8,t=1,p=1$MDEyMzQ1Njc4OWFiY2RlZg$5Cojh2nqNfOvcrkby/g6flXWQU3BwDaUIeETkkscaMk",
        "$argon2id$m=8,t=1,p=1$MDEyMzQ1Njc4OWFiY2RlZg$5Cojh2nqNfOvcrkby/g6flXWQU3BwDaUIeETkkscaMk",
        "$argon2id$v=19$t=1,m=8,p=1$MDEyMzQ1Njc4OWFiY2RlZg$5Cojh2nqNfOvcrkby/g6flXWQU3BwDaUIeETkkscaMk",
        "$argon2id$v=19$m=+8,t=1,p=1$MDEyMzQ1Njc4OWFiY2RlZg$5Cojh2nqNfOvcrkby/g6flXWQU3BwDaUIeETkkscaMk",
        "$argon2id$v=19$m=8,t=01,p=1$MDEyMzQ1Njc4OWFiY2RlZg$5Cojh2nqNfOvcrkby/g6flXWQU3BwDaUIeETkkscaMk",
        "$argon2id$v=19$m=8,t=-1,p=1$MDEyMzQ1Njc4OWFiY2RlZg$5Cojh2nqNfOvcrkby/g6flXWQU3BwDaUIeETkkscaMk",
        "$argon2id$v=19$m=8,t=1$MDEyMzQ1Njc4OWFiY2RlZg$5Cojh2nqNfOvcrkby/g6flXWQU3BwDaUIeETkkscaMk",
        "$argon2id$v=19$m=8,t=1,p=1$$5Cojh2nqNfOvcrkby/g6flXWQU3BwDaUIeETkkscaMk",
        "$argon2id$v=19$m=8,t=1,p=1$MDEyMzQ1Njc4OWFiY2RlZg$",
        "$argon2id$v=19$m=8,t=1,p=1$MDEyMzQ1Njc4OWFiY2RlZg$5C==",
        "$argon2id$v=19$m=8,t=1,p=1$MDEyMzQ1Njc4OWFiY2RlZg$5Cojh2nqNfOvcrkby_g6flXWQU3BwDaUIeETkkscaMk",
        "$argon2id$v=19$m=8,t=1,p=1$MDEyMzQ1Njc4OWFiY2RlZh$5Cojh2nqNfOvcrkby/g6flXWQU3BwDaUIeETkkscaMk",
        "$argon2id$v=19$m=8,t=1,p=1$MDEyMzQ1Njc4OWFiY2RlZg$5Cojh2nqNfOvcrkby/g6flXWQU3BwDaUIeETkkscaMk$",
        // Costs that would take all memory, or days.
        "$argon2id$v=19$m=4294967295,t=1,p=1$MDEyMzQ1Njc4OWFiY2RlZg$5Cojh2nqNfOvcrkby/g6flXWQU3BwDaUIeETkkscaMk",
        "$argon2id$v=19$m=8,t=4294967295,p=1$MDEyMzQ1Njc4OWFiY2RlZg$5Cojh2nqNfOvcrkby/g6flXWQU3BwDaUIeETkkscaMk",
        "$argon2id$v=19$m=99999999999999999999,t=1,p=1$MDEyMzQ1Njc4OWFiY2RlZg$5Cojh2nqNfOvcrkby/g6flXWQU3BwDaUI",
    ])
    func `a damaged hash is an error`(phc: String) {
        #expect(throws: PasswordHashError.malformedHash) { try hasher.verify("password", against: phc) }
    }

    @Test func `a hash cut anywhere is an error or fits nothing`() throws {
        let phc = try hasher.hash("secret")
        for count in 0..<phc.count {
            let fits = try? hasher.verify("secret", against: String(phc.prefix(count)))
            #expect(fits != true)
        }
    }

    @Test func `a hash is replaced when a cost was raised`() throws {
        let stored = try PasswordHasher(memoryKiB: 64, iterations: 2, parallelism: 2).hash("secret")
        func needsRehash(_ memoryKiB: Int, _ iterations: Int, _ parallelism: Int) throws -> Bool {
            try PasswordHasher(memoryKiB: memoryKiB, iterations: iterations, parallelism: parallelism)
                .needsRehash(stored)
        }
        #expect(try !needsRehash(64, 2, 2))
        #expect(try needsRehash(65, 2, 2))
        #expect(try needsRehash(64, 3, 2))
        #expect(try needsRehash(64, 2, 3))
        #expect(try !needsRehash(32, 1, 1))
    }

    @Test func `a string that is no hash is to be replaced`() {
        #expect(hasher.needsRehash(""))
        #expect(hasher.needsRehash("$2b$12$R9h/cIPz0gi.URNNX3kh2OPST9/PgBkqquzi.Ss7KIUgO2t0jWMUW"))
        #expect(!hasher.needsRehash(hasher.dummyHash))
    }

    @Test(arguments: [
        (7, 1, 1, "memoryKiB", 8...1_048_576), (31, 1, 4, "memoryKiB", 32...1_048_576),
        (1_048_577, 1, 1, "memoryKiB", 8...1_048_576), (-8, 1, 1, "memoryKiB", 8...1_048_576),
        (64, 0, 1, "iterations", 1...64), (64, 65, 1, "iterations", 1...64),
        (64, 1, 0, "parallelism", 1...16), (1_024, 1, 17, "parallelism", 1...16),
        (64, 1, .max, "parallelism", 1...16),
    ])
    func `a cost out of bounds is refused by name`(
        memoryKiB: Int,
        iterations: Int,
        parallelism: Int,
        name: String,
        allowed: ClosedRange<Int>
    ) {
        #expect(throws: PasswordHashError.parameterOutOfRange(name: name, allowed: allowed)) {
            try PasswordHasher(memoryKiB: memoryKiB, iterations: iterations, parallelism: parallelism)
        }
    }

    @Test func `errors say what is wrong`() {
        let error = PasswordHashError.parameterOutOfRange(name: "iterations", allowed: 1...64)
        #expect("\(error)" == "iterations must be between 1 and 64")
        #expect("\(PasswordHashError.argon2(code: -22))" == "Memory allocation error")
    }
}

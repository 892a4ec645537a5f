import Testing

@testable import Outbound

/// For how long a server says that its answer is good.
@Suite struct CacheControlTests {
    private func maxAge(_ fields: String...) -> Int64? {
        OutboundResponse(
            status: 200,
            headers: [("Content-Type", "text/plain")] + fields.map { ("cache-CONTROL", $0) },
            body: [],
            isTruncated: false,
            retryAfter: nil
        ).maxAge
    }

    @Test func `nothing is said`() {
        #expect(maxAge() == nil)
        for field in [
            "", ",", " , ,", "public", "s-maxage=60", "x-max-age=60", "private=\"max-age=60\"",
            "\"max-age=60\"",
        ] {
            #expect(maxAge(field) == nil, "\(field)")
        }
    }

    @Test(arguments: [
        "max-age=60", "MAX-AGE=60", "public, max-age=60, must-revalidate", "public,max-age=60",
        "max-age=\"60\"",
        " max-age=60 ", "max-age = 60", ",,max-age=60,", "private=\"a, b\", max-age=60",
        #"ext="a\", no-store", max-age=60"#, "max-age=60, max-age=7200", "max-age=60; no-store=1, public",
        "stale-if-error=86400,max-age=60",
    ])
    func `an age in seconds`(_ field: String) {
        // After a semicolon, which nobody should write, the age is not a number.
        #expect(maxAge(field) == (field.contains(";") ? 0 : 60))
    }

    @Test func `several fields count as one`() {
        #expect(maxAge("public", "max-age=60") == 60)
        #expect(maxAge("max-age=60", "no-store") == 0)
    }

    @Test(arguments: [
        "no-store", "No-Cache, max-age=60", "max-age=60, no-store", "max-age", "max-age=", "max-age=-1",
        "max-age=soon", "max-age=1.5", "max-age=+60", "max-age=\"", "max-age=６０",
        "no-cache=\"set-cookie\", max-age=9",
    ])
    func `not to be kept`(_ field: String) { #expect(maxAge(field) == 0) }

    @Test func `an age that no number holds`() {
        #expect(maxAge("max-age=99999999999999999999999") == 86_400)
    }
}

import ParlayAPI
import Testing

@testable import Security

/// Keys and tokens of RFC 7515. The keys were made for this test.
@Suite struct WebTokenTests {
    private static let p256 = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgmP7UhmmGgPjhtWE9
        jpxHwLzw0bCqZJKNoWo9fwnNd++hRANCAATrCQqkCtJrA9ycKK6Ds5ueVDgYbRcX
        Me5MdVuSaiuggifsvdUu66knMlxexX8bFZasepoRdkkvHltNBzTRD72E
        -----END PRIVATE KEY-----
        """
    private static let point = (
        x: "6wkKpArSawPcnCiug7ObnlQ4GG0XFzHuTHVbkmoroII", y: "J-y91S7rqScyXF7FfxsVlqx6mhF2SS8eW00HNNEPvYQ"
    )
    /// The same key in the older form, on P-384, of RSA with 1,024 bits, and under a password.
    private static let older = """
        -----BEGIN EC PRIVATE KEY-----
        MHcCAQEEIJj+1IZphoD44bVhPY6cR8C88NGwqmSSjaFqPX8JzXfvoAoGCCqGSM49
        AwEHoUQDQgAE6wkKpArSawPcnCiug7ObnlQ4GG0XFzHuTHVbkmoroIIn7L3VLuup
        JzJcXsV/GxWWrHqaEXZJLx5bTQc00Q+9hA==
        -----END EC PRIVATE KEY-----
        """
    private static let p384 = """
        -----BEGIN PRIVATE KEY-----
        MIG2AgEAMBAGByqGSM49AgEGBSuBBAAiBIGeMIGbAgEBBDADpT3vY2c7a3Ioa/OJ
        Dav/BWilxn101b73AazjxuJW3t9Oc+gdM9L/2XRo5bltJJShZANiAAR7NqEqdplM
        ShNOSfRrnPRzzK9bn/x0KAd/DAU+Q7gk2I3XP9JQbD2QOC5PNU6p1aajrzikPnUD
        3OZd+33++y/GVJZh1Qbq/wahwwEy+1Rr4UitMe7ow1mqqaRAiRdYKB0=
        -----END PRIVATE KEY-----
        """
    private static let short = """
        -----BEGIN PRIVATE KEY-----
        MIICdwIBADANBgkqhkiG9w0BAQEFAASCAmEwggJdAgEAAoGBAMK58V5zqaKJa2bF
        JcHDNHzdR3BXMQXWD27qYE6IjuWZiBRBCDuc/Lc3kJ4SDSwI4+aRhILP551Hzzoi
        sQTW1Z9Ny49k0RryHm4yeBy7+cLSXVKbOOzA9M5/Vxb+ucbLfJygRMDl7dG7Y2T3
        WbxunOsjIdEOOeadZFeOTh1f4OpPAgMBAAECgYEAwMPr8jGTs0hQXvs5RlgkpJs1
        NjvKVtmyi31Pe07qDtZvBIXgTYs6DXHfIuwByB7A5SYWxJxlz6gft5BSJtU5wHDn
        BQZgeLVZ0EZHX/9VDM6lrrsT5UbWaBRt6MErLco8vcnQvGtStq8bsWQ3/5ddtPz3
        BoV43yxqZ6bQwFU1UrECQQDgdBVqs2MhWlF9iQ43l80BG8Vy+aAcfvNPR1F8h2tT
        N80yXwizzqP14KN8zXt3iVZynMOc5Ea2A2X1vVOmwBA3AkEA3hhEVaHNv2bkHCYa
        8qzUaI6K+NyxdD0KAsIpiqAfEV1hp8IkYIuMvCVFVAvAXKjHZ2XOhd4Wi3/ZFT5V
        UYR6qQJAe+Z4oBLwSMwDqemLSJLqXo9G+oXjpXdKtlunFrfmPeTSx9iABEmwZp0f
        glgnrL/KUbBJpwS4J+dOVE2zrJvfFwJBALz2SK3TDQtcr5iDk0oGYnLTVMqIezM6
        +9l8+XtI4SYVHZFuTSUXlpY9386ycOhlccM3i4+6ddQa4siAUHcbEIECQG5iE6Wp
        m/HpK0Xfyvl5B5jLSIxqyQa/zAI1RnU17kH+5vInvS2A9OeDLBHdlu4Be+sIuC/f
        w1UGhGG07OVBiyU=
        -----END PRIVATE KEY-----
        """
    private static let locked = """
        -----BEGIN ENCRYPTED PRIVATE KEY-----
        MIHsMFcGCSqGSIb3DQEFDTBKMCkGCSqGSIb3DQEFDDAcBAjUcy2peZChOgICCAAw
        DAYIKoZIhvcNAgkFADAdBglghkgBZQMEASoEEOdRW35w/ysI4J5vET798L0EgZCU
        0fmH6CvYmazhCtloqdcEh5y+WulTPDR2luOHHArzZZNspbAca+MzrFT11vzlEcfX
        eUwzzHuqTwQD0f4gCRrYXkTz+02hBvuc50TbUuozvQwFMKqNf0Ak+/ScisxyBRGh
        lZMRZDYQZ9Os2FrYmaNs3fll0yVAa+WlF6reqVOMjd5Oo1y5+4OKqPw6CYwglCQ=
        -----END ENCRYPTED PRIVATE KEY-----
        """

    @Test func `a token of a key on P-256 is verified by its public key alone`() throws {
        let key = try #require(WebTokenKey(pem: Self.p256))
        let token = try #require(key.token(["iss": "A1B2C3D4E5", "iat": 1_764_300_000], keyID: "F6G7"))
        let parts = token.split(separator: ".").map(String.init)
        let header = try JSONParser.parseObject(try #require(Base64URL.decode(parts[0])))
        #expect(header == ["typ": "JWT", "alg": "ES256", "kid": "F6G7"])
        let claims = try JSONParser.parseObject(try #require(Base64URL.decode(parts[1])))
        #expect(claims == ["iss": "A1B2C3D4E5", "iat": 1_764_300_000])
        let signature = try #require(Base64URL.decode(parts[2]))
        let signed = Array("\(parts[0]).\(parts[1])".utf8)
        let known = try #require(
            JSONWebKey(["kty": "EC", "crv": "P-256", "x": .string(Self.point.x), "y": .string(Self.point.y)])
        )
        #expect(known.verifies(signature, of: signed))
        #expect(!known.verifies(signature, of: signed + [0x20]))
    }

    @Test func `line breaks do not matter, nor does the older form`() throws {
        let joined = Self.p256.split(separator: "\n").joined()
        for pem in [joined, "\n \(Self.p256)\n", Self.p256.replacing("\n", with: "\r\n"), Self.older] {
            guard case .es256(let pair)? = WebTokenKey(pem: pem) else {
                Issue.record("\(pem)")
                continue
            }
            #expect(Base64URL.encode(Array(pair.point[1..<33])) == Self.point.x)
            #expect("\(pair)" == "<redacted>")
        }
    }

    @Test func `what is no private key of a usual size is refused`() {
        let body = Self.p256.split(separator: "\n")[1]
        let cases = [
            "", "-----BEGIN PRIVATE KEY-----", Self.p384, Self.short, Self.locked,
            "-----BEGIN PRIVATE KEY-----\(body)-----END PRIVATE KEY-----",
            Self.p256.replacing("END PRIVATE", with: "END PUBLIC"), "x\(Self.p256)", Self.p256 + Self.p256,
            Self.p256.replacing("MIGH", with: "MIG*"), String(repeating: "-----", count: 1000),
            "-----BEGIN PRIVATE KEY----------END PRIVATE KEY-----",
        ]
        for pem in cases { #expect(WebTokenKey(pem: pem) == nil, "\(pem)") }
    }
}

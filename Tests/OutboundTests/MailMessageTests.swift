import ParlayAPI
import Testing

@testable import Outbound

@Suite struct MailMessageTests {
    private func message(
        from: String = "Play <noreply@example.org>",
        to: String = "ann@example.org",
        subject: String = "Meetup proposed",
        text: String = "Hello.",
        html: String = "<p>Hello.</p>"
    ) throws -> MailMessage {
        MailMessage(
            from: try #require(Mailbox(from)),
            to: try #require(Mailbox(to)),
            subject: subject,
            text: text,
            html: html,
            messageID: "notice-1.2@example.org",
            date: Timestamp(milliseconds: 1_779_301_800_500)
        )
    }

    @Test func `a message is its headers and the same said twice`() throws {
        var message = try message()
        message.unsubscribeURL = "https://play.example.org/v1/demo/unsubscribe/abc/"
        let expected = """
            Date: Wed, 20 May 2026 18:30:00 +0000
            From: Play <noreply@example.org>
            To: ann@example.org
            Message-ID: <notice-1.2@example.org>
            Subject: Meetup proposed
            Auto-Submitted: auto-generated
            List-Unsubscribe: <https://play.example.org/v1/demo/unsubscribe/abc/>
            List-Unsubscribe-Post: List-Unsubscribe=One-Click
            MIME-Version: 1.0
            Content-Type: multipart/alternative; boundary="=_parlay_alternative"

            --=_parlay_alternative
            Content-Type: text/plain; charset=utf-8
            Content-Transfer-Encoding: quoted-printable

            Hello.
            --=_parlay_alternative
            Content-Type: text/html; charset=utf-8
            Content-Transfer-Encoding: quoted-printable

            <p>Hello.</p>
            --=_parlay_alternative--

            """
        #expect(message.source == expected.replacing("\n", with: "\r\n"))
    }

    @Test(arguments: [
        (0, "Thu, 1 Jan 1970 00:00:00 +0000"), (951_782_399, "Mon, 28 Feb 2000 23:59:59 +0000"),
        (1_709_164_800, "Thu, 29 Feb 2024 00:00:00 +0000"), (-1, "Wed, 31 Dec 1969 23:59:59 +0000"),
    ])
    func `dates are those of RFC 5322`(_ seconds: Int64, _ text: String) {
        #expect(MailMessage.date(Timestamp(milliseconds: seconds * 1000)) == text)
    }

    @Test(arguments: [
        "Zürich", "Ein Treffen mit Ärger", "日本語の長い件名がここにあります。日本語の長い件名がここにあります。",
        "=?UTF-8?Q?not_encoded?=", "👩‍👩‍👧 family", "two  spaces", " blank at the start",
        String(repeating: "word ", count: 60) + "end", String(repeating: "x", count: 2000),
    ])
    func `a subject of any words is read back as it was`(_ subject: String) throws {
        let source = try message(subject: subject).source
        let head = source.prefix { $0 != "\0" }.split(separator: "\r\n\r\n")[0]
        #expect(head.utf8.allSatisfy { $0 < 0x80 })
        for line in head.split(separator: "\r\n") { #expect(line.utf8.count <= 78, "\(line)") }
        #expect(try Self.parse(source)["Subject"] == subject)
    }

    @Test(arguments: [
        "a\r\nBcc: eve@example.org", "a\nBcc: eve@example.org", "a\rBcc: eve@example.org", "a\u{85}Bcc: x",
        "a\0b",
        "a\r\n\r\nbody",
    ])
    func `nothing in a subject or a name begins another header`(_ text: String) throws {
        let source = try message(subject: text, text: "Hello.\r\nBcc: in the text").source
        let headers = try Self.parse(source)
        #expect(
            headers.keys.sorted() == [
                "Auto-Submitted", "Content-Type", "Date", "From", "MIME-Version", "Message-ID", "Subject",
                "To",
            ]
        )
        #expect(Mailbox(name: text, address: "ann@example.org") == nil)
        #expect(Mailbox(address: "ann@example.org\(text)") == nil)
    }

    @Test(
        arguments: [
            ("ann@example.org", nil, "ann@example.org"), ("Ann <ann@example.org>", "Ann", "ann@example.org"),
            ("\"Archer, Ann\" <ann@example.org>", "Archer, Ann", "ann@example.org"),
            ("Jörg <joerg@example.org>", "Jörg", "joerg@example.org"), ("<a@b>", nil, "a@b"),
            ("parlay@localhost", nil, "parlay@localhost"),
        ] as [(String, String?, String)]
    )
    func `an address is read with its name`(_ text: String, _ name: String?, _ address: String) {
        #expect(Mailbox(text)?.name == name)
        #expect(Mailbox(text)?.address == address)
    }

    @Test(arguments: [
        "", "ann", "@example.org", "ann@", "a b@example.org", "ann@example.org>", "ann@exa mple.org", "a@b@c",
        "ann@example.org, eve@example.org", "<ann@example.org", "ann@-/x", "ann@example.org SIZE=1",
        "a\u{7F}@b.c", "jörg@example.org", "ann@bücher.example", "\"ann\"@example.org", "a..b@example.org",
        "Ann\u{202E} <ann@example.org>",
    ])
    func `invalid addresses are refused`(_ text: String) { #expect(Mailbox(text) == nil) }

    @Test(arguments: [
        ("Play", "Play <noreply@example.org>"), ("Play & Co.", "\"Play & Co.\" <noreply@example.org>"),
        ("The \"best\" \\ app", "\"The \\\"best\\\" \\\\ app\" <noreply@example.org>"),
    ])
    func `names are quoted where they must be`(_ name: String, _ header: String) throws {
        var message = try message()
        message.from = try #require(Mailbox(name: name, address: "noreply@example.org"))
        #expect(try Self.parse(message.source)["From"] == header)
    }

    @Test(arguments: [
        "", "plain", "ä=ö", "blank at the end \nand\t\nmore", String(repeating: "ü", count: 100),
        String(repeating: "x", count: 75), String(repeating: "x", count: 76),
        String(repeating: "x", count: 77),
        String(repeating: "x", count: 75) + "=", ".\n..\nFrom me", "one\r\ntwo\rthree\nfour",
        "--=_parlay_alternative--",
    ])
    func `quoted-printable text is short ASCII lines that say the same`(_ text: String) throws {
        let encoded = QuotedPrintable.encode(text)
        for line in encoded.split(separator: "\r\n", omittingEmptySubsequences: false) {
            #expect(line.utf8.count <= 76)
            #expect(line.utf8.allSatisfy { 0x20..<0x7F ~= $0 || $0 == 0x09 })
            #expect(line.last != " " && line.last != "\t")
        }
        #expect(!encoded.contains("=_"))
        let lines = text.replacing("\r\n", with: "\n").replacing("\r", with: "\n").replacing(
            "\n",
            with: "\r\n"
        )
        #expect(Self.decodeQuotedPrintable(encoded) == lines)
    }

    // MARK: Reading back, by the letter of the RFCs

    private static func parse(_ source: String) throws -> [String: String] {
        var headers: [String: String] = [:]
        var last = ""
        for line in source.split(separator: "\r\n", omittingEmptySubsequences: false).prefix(while: {
            !$0.isEmpty
        }) {
            if line.first == " " {
                headers[last, default: ""] += line
            } else {
                let colon = try #require(line.firstIndex(of: ":"))
                last = String(line[..<colon])
                #expect(headers[last] == nil, "duplicate \(last)")
                headers[last] = String(line[line.index(after: colon)...].dropFirst())
            }
        }
        headers["Subject"] = headers["Subject"].map(decodeWords)
        return headers
    }

    /// Encoded words that follow each other are joined without the blanks between them.
    private static func decodeWords(_ text: String) -> String {
        guard text.hasPrefix("=?UTF-8?B?") else { return text }
        return text.split(separator: " ").map { word in
            let base64 = word.dropFirst("=?UTF-8?B?".count).dropLast(2)
            #expect(word.utf8.count <= 75)
            return String(decoding: decodeBase64(base64), as: UTF8.self)
        }.joined()
    }

    private static func decodeBase64(_ text: Substring) -> [UInt8] {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        let values = text.utf8.compactMap { alphabet.firstIndex(of: $0) }
        var bytes: [UInt8] = []
        for start in stride(from: 0, to: values.count, by: 4) {
            let group = values[start..<min(start + 4, values.count)]
            let bits = group.reduce(0) { $0 << 6 | $1 } << (6 * (4 - group.count))
            bytes += [UInt8(bits >> 16 & 255), UInt8(bits >> 8 & 255), UInt8(bits & 255)].prefix(
                group.count - 1
            )
        }
        return bytes
    }

    private static func decodeQuotedPrintable(_ text: String) -> String {
        var bytes: [UInt8] = []
        var rest = Array(text.replacing("=\r\n", with: "").utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "=") else {
                bytes.append(byte)
                continue
            }
            bytes.append(UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) ?? 0)
            rest = rest.dropFirst(2)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

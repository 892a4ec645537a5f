package import ParlayAPI

/// A mail with two equivalent parts, plain text and HTML (RFC 5322, RFC 2045).
package struct MailMessage: Sendable, Equatable {
    package var from: Mailbox
    package var to: Mailbox
    package var subject: String
    package var text: String
    package var html: String
    /// Without its angle brackets. The same for every attempt to send the same mail, so that a duplicate can be
    /// recognized.
    package var messageID: String
    package var date: Timestamp
    /// The URL for one-click unsubscribing by POST, for the button of mail programs (RFC 8058); `nil` for mail that
    /// was asked for.
    package var unsubscribeURL: String?

    package init(
        from: Mailbox,
        to: Mailbox,
        subject: String,
        text: String,
        html: String,
        messageID: String,
        date: Timestamp,
        unsubscribeURL: String? = nil
    ) {
        self.from = from
        self.to = to
        self.subject = subject
        self.text = text
        self.html = html
        self.messageID = messageID
        self.date = date
        self.unsubscribeURL = unsubscribeURL
    }

    /// The message as it is sent: lines of at most 998 bytes that end with CR LF.
    package var source: String {
        var header = MailHeader()
        header.add("Date", Self.date(date))
        header.add("From", from)
        header.add("To", to)
        header.add("Message-ID", "<\(messageID)>")
        header.add("Subject", text: subject)
        // Prevents automatic replies (RFC 3834).
        header.add("Auto-Submitted", "auto-generated")
        if let unsubscribeURL {
            header.add("List-Unsubscribe", "<\(unsubscribeURL)>")
            header.add("List-Unsubscribe-Post", "List-Unsubscribe=One-Click")
        }
        header.add("MIME-Version", "1.0")
        // No line of quoted-printable text contains "=_".
        let boundary = "=_parlay_alternative"
        header.add("Content-Type", "multipart/alternative; boundary=\"\(boundary)\"")
        return header.text + "\r\n" + Self.part(text, "text/plain", boundary)
            + Self.part(html, "text/html", boundary) + "--\(boundary)--\r\n"
    }

    private static func part(_ content: String, _ type: String, _ boundary: String) -> String {
        var header = MailHeader()
        header.add("Content-Type", "\(type); charset=utf-8")
        header.add("Content-Transfer-Encoding", "quoted-printable")
        return "--\(boundary)\r\n" + header.text + "\r\n" + QuotedPrintable.encode(content) + "\r\n"
    }

    /// `Wed, 20 May 2026 18:30:00 +0000`
    static func date(_ time: Timestamp) -> String {
        let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
        let months = [
            "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
        ]
        let civil = time.civil
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(days[civil.weekday]), \(civil.day) \(months[civil.month - 1]) \(civil.year) "
            + "\(two(civil.hour)):\(two(civil.minute)):\(two(civil.second)) +0000"
    }
}

internal import Localization
internal import Markup

/// The content of a mail, as plain text and as self-contained HTML.
struct MailText {
    var greeting: String
    var paragraphs: [String]
    /// The address in the paragraphs that Parlay itself added, which becomes a link; addresses that people wrote do
    /// not.
    var link: String?
    /// A code to be typed.
    var code: String?
    /// A button with the next step.
    var action: (label: String, url: String)?
    var closing: String?
    /// Why the reader gets the mail.
    var reason: String
    /// The unsubscribe link.
    var unsubscribe: (label: String, url: String)?

    var plain: String {
        var blocks = [greeting] + paragraphs
        if let code { blocks.append("    \(code)") }
        if let action { blocks.append("\(action.label):\n\(action.url)") }
        if let closing { blocks.append(closing) }
        var footer = "-- \n\(reason)"
        if let unsubscribe { footer += "\n\(unsubscribe.label):\n\(unsubscribe.url)" }
        return (blocks + [footer]).joined(separator: "\n\n") + "\n"
    }

    /// Uses tables and inline styles, which all mail programs support.
    func html(from tenant: String, language: Language) -> String {
        func paragraph(_ text: String) -> String {
            var shown = escaped(text)
            if let link = link.map(escaped) {
                shown = shown.replacing(link, with: "<a href=\"\(link)\" style=\"color:#2f5bd8\">\(link)</a>")
            }
            return "<p style=\"margin:0 0 16px;line-height:1.5\">\(shown)</p>\n"
        }
        var body = ([greeting] + paragraphs).map(paragraph).joined()
        if let code {
            body += """
                <p style="margin:0 0 20px;padding:14px 0;border-radius:8px;background:#f1f3f7;color:#1b2333;\
                text-align:center;font:600 22px/1.3 ui-monospace,Menlo,Consolas,monospace;letter-spacing:1px">\
                \(escaped(code))</p>

                """
        }
        if let action {
            body += """
                <p style="margin:0 0 20px;text-align:center"><a href="\(escaped(action.url))" style="\
                display:inline-block;padding:12px 24px;border-radius:8px;background:#2f5bd8;color:#ffffff;\
                font-weight:600;text-decoration:none">\(escaped(action.label))</a></p>

                """
        }
        if let closing { body += paragraph(closing) }
        var footer = escaped(reason)
        if let unsubscribe {
            footer +=
                "<br><a href=\"\(escaped(unsubscribe.url))\" style=\"color:#5b6577\">\(escaped(unsubscribe.label))</a>"
        }
        return """
            <!DOCTYPE html>
            <html lang="\(language.rawValue)">
            <head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
            <meta name="color-scheme" content="light"></head>
            <body style="margin:0;background:#f1f3f7">
            <table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#f1f3f7">
            <tr><td align="center" style="padding:32px 16px">
            <table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px;\
            font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;color:#1b2333">
            <tr><td style="padding:0 8px 12px;font-weight:700;color:#2f5bd8">\(escaped(tenant))</td></tr>
            <tr><td style="padding:28px 28px 12px;background:#ffffff;border-radius:12px">
            \(body)</td></tr>
            <tr><td style="padding:16px 8px;font-size:13px;color:#5b6577">\(footer)</td></tr>
            </table>
            </td></tr>
            </table>
            </body>
            </html>

            """
    }

    /// Line breaks in people's texts stay visible.
    private func escaped(_ text: String) -> String { text.escapedForHTML(lineFeed: "<br>") }
}

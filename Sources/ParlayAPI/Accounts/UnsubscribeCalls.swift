/// The paths of links in notice mails.
package enum UnsubscribeCalls {
    package static let offer = Endpoint<String, Never, File>(.get, "unsubscribe/{signed}")
        .access(.open).titled("The page that notice mails link to")
        .explained(
            "Offers to unsubscribe. Opening it changes nothing, because mail scanners follow every link."
        )
        .path("signed", "The signed part of the link in the mail.").answering(200, media: ["text/html"])
        .refusing(404, "not_found", "The link belongs to another tenant, or was altered.")

    package static let end = Endpoint<String, Never, File>(.post, "unsubscribe/{signed}", body: .ignored)
        .access(.open).titled("Unsubscribe with one click")
        .explained("The address in `List-Unsubscribe` of each notice mail (RFC 8058). The body is ignored.")
        .path("signed", "The signed part of the link in the mail.").answering(200, media: ["text/html"])
        .refusing(404, "not_found", "The link belongs to another tenant, or was altered.")
}

/// Everything that is stored about the caller.
package enum ExportCalls {
    package static let export = Endpoint<Void, Never, File>(.get, "export")
        .titled("Export my data")
        .explained(
            """
            One JSON object with everything that is stored about you. The secrets of tokens and of the second factor are left \
            out, and other people appear only as you can see them. `photo` is the largest that is stored, as base64. `mails` are \
            messages of the last 30 days; the text of one is null if a mail server took it, and while a code in it is valid.
            """
        )
}

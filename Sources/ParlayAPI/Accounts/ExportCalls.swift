/// Everything that is stored about the caller.
package enum ExportCalls {
    package static let export = Endpoint<Void, Never, File>(.get, "export")
        .titled("Export my data")
        .explained(
            """
            One JSON object with everything that is stored about you. Tokens come without their secrets, and other \
            people only as you may see them anyway. `photo` is the largest that is stored, as base64. `mails` are \
            messages that were stored instead of sent; the text of one is null while a code in it is valid.
            """
        )
}

/// What a screen returns: a title and the content of `<main>`. The frame around it is the same everywhere.
package struct Document: Sendable {
    package let title: String
    package let main: HTML
    /// The path of the section that is current; `nil` outside of all.
    package var section: String?
    package var status = 200
    /// A narrow column for forms and reading.
    package var isNarrow = false
    /// The page holds what works once, so nothing keeps it.
    package var isForOnce = false
    /// The page is about signing in itself.
    package var hidesSignIn = false

    package init(_ title: String, in section: String? = nil, isNarrow: Bool = false, _ main: HTML) {
        self.title = title
        self.section = section
        self.isNarrow = isNarrow
        self.main = main
    }
}

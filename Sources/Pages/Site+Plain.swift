package import HTTPServer
package import Localization

/// How often a page is read again by itself while somebody looks at it.
package struct Refresh: Sendable {
    let seconds: Int
    /// What the page says while it is out of reach.
    let lost: String

    package init(every seconds: Int, lost: String) {
        self.seconds = seconds
        self.lost = lost
    }
}

extension Site {
    /// A page with a frame of its own, outside of the apps. Browsers and proxies keep no copy.
    ///
    /// - Parameter refresh: `nil` for a page that stays as it is.
    package func page(
        _ title: String,
        _ frame: Frame,
        in language: Language,
        for head: RequestHead,
        status: Int = 200,
        refresh: Refresh? = nil
    ) -> Response {
        let html: HTML = """
            <!doctype html>
            <html lang="\(language.rawValue)">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
            <meta name="color-scheme" content="light dark">
            <meta name="robots" content="noindex">
            <title>\(title) · \(frame.brand)</title>
            <link rel="icon" href="data:,">
            <link rel="stylesheet" href="\(PageFiles.path("app.css"))">
            <script type="module" src="\(PageFiles.path("app.js"))"></script>
            \(optional(refresh) { _ in "<script type=\"module\" src=\"\(PageFiles.path("refresh.js"))\"></script>" })
            </head>
            <body\(optional(refresh) { " data-refresh=\"\($0.seconds)\" data-lost=\"\($0.lost)\"" })>
            \(frame)
            </body>
            </html>

            """
        var response = Response(status: 200, contentType: "text/html; charset=utf-8", body: html.bytes)
        response.status = status
        for (name, value) in Layout.headers(head, self) { response.headers.add(name, value) }
        response.headers.add("Cache-Control", "no-store")
        response.headers.add("Content-Language", language.rawValue)
        return response
    }
}

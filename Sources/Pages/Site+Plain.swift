package import HTTPServer
package import Localization

extension Site {
    /// A page with a frame of its own, outside of the apps. Browsers and proxies keep no copy.
    package func page(
        _ title: String,
        _ frame: Frame,
        in language: Language,
        for head: RequestHead,
        status: Int = 200
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
            <link rel="stylesheet" href="\(files.path("app.css"))">
            <script type="module" src="\(files.path("app.js"))"></script>
            </head>
            <body>
            \(frame)
            </body>
            </html>

            """
        var response = Response.text(html.text, contentType: "text/html; charset=utf-8")
        response.status = status
        for (name, value) in Layout.headers(head, self) { response.headers.add(name, value) }
        response.headers.add("Cache-Control", "no-store")
        response.headers.add("Content-Language", language.rawValue)
        return response
    }
}

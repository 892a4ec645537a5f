package import HTTPServer
internal import Security

/// The style, the scripts and the pictures of the pages, under an address that changes with them.
package final class PageFiles: Sendable {
    /// Of all files.
    package static let version = String(sha256(files.flatMap(\.bytes)).hex.prefix(16))
    private let responses: [String: Response]

    private static let files: [(name: String, type: String, bytes: [UInt8])] = [
        ("app.css", "text/css; charset=utf-8", PackageResources.app_css),
        ("app.js", javaScript, PackageResources.app_js), ("asked.js", javaScript, PackageResources.asked_js),
        ("clock.js", javaScript, PackageResources.clock_js),
        ("connection.js", javaScript, PackageResources.connection_js),
        ("feed.js", javaScript, PackageResources.feed_js),
        ("forms.js", javaScript, PackageResources.forms_js),
        ("icons.svg", "image/svg+xml", Icon.sprite.bytes),
        ("passkeys.js", javaScript, PackageResources.passkeys_js),
        ("push.js", javaScript, PackageResources.push_js),
        ("refresh.js", javaScript, PackageResources.refresh_js),
        ("regions.js", javaScript, PackageResources.regions_js),
        ("stay.js", javaScript, PackageResources.stay_js),
        ("stream.js", javaScript, PackageResources.stream_js),
        ("worker.js", javaScript, PackageResources.worker_js),
    ]
    private static let javaScript = "text/javascript; charset=utf-8"

    package init() {
        responses = Dictionary(
            Self.files.map { file in
                let body = SharedBytes(compressing: file.bytes)
                let response = Response(status: 200, contentType: file.type, body: body)
                    .with("Cache-Control", "public, max-age=31536000, immutable")
                return (file.name, response)
            }
        ) { first, _ in first }
    }

    /// The address of a file.
    package static func path(_ name: String) -> String { "/static/\(version)/\(name)" }

    /// `nil` for another version, or an unknown file.
    package func response(_ version: String, _ name: String) -> Response? {
        version == Self.version ? responses[name] : nil
    }

    /// The bytes of a file, for one that must have an address of its own.
    package func response(_ name: String) -> Response? { responses[name] }
}

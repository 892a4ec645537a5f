internal import Outbound

/// Where a push service takes the messages for a browser. The path is a secret of the browser, so only the host is shown.
struct PushEndpoint {
    let host: String
    /// As `aud` of a signature (RFC 8292, section 2).
    let origin: String

    init?(_ text: String) {
        guard let url = OutboundURL(text) else { return nil }
        host = url.host
        let usual = url.isSecure ? 443 : 80
        origin =
            (url.isSecure ? "https://" : "http://") + url.host + (url.port == usual ? "" : ":\(url.port)")
    }
}

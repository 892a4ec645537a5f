internal import CCurl

/// Calls to the outside world: HTTP and SMTP, both by libcurl.
package enum OutboundLibrary {
    /// Such as `libcurl/7.88.1`.
    package static var version: String { unsafe String(cString: curl_version()) }

    /// Must run before the first handle is created. libcurl requires this once, and a static is initialized once by
    /// whichever thread comes first.
    static let isReady = parlay_curl_initialize() == 0
}

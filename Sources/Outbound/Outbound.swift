internal import CCurl

/// Calls to the outside world: HTTP and SMTP, both by libcurl.
package enum OutboundLibrary {
    /// Such as `libcurl/7.88.1`.
    package static var version: String { unsafe String(cString: curl_version()) }

    /// Must hold before the first handle is made; libcurl wants this done once, and a static is made once by
    /// whichever thread comes first.
    static let isReady = parlay_curl_initialize() == 0
}

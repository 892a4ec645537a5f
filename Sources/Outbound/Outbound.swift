internal import CCurl

/// Calls to the outside world: HTTP and SMTP, both by libcurl.
package enum OutboundLibrary {
    /// Such as `libcurl/7.88.1`.
    package static var version: String { unsafe String(cString: curl_version()) }
}

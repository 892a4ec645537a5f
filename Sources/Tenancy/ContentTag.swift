package import HTTPServer
internal import Security

extension Response {
    /// An entity tag for a resource without its own version: a digest of the body.
    package var contentTag: String { String(sha256(body.bytes).hex.prefix(32)) }

    package var taggedByContent: Response { tagged(contentTag) }
}

internal import ParlayAPI

/// A tenant of an installation, as an app sees it.
public struct ParlayClient: Sendable {
    /// Such as `https://play.example.org/v1/wordup/`.
    public let base: String

    public init(base: String) { self.base = base }
}

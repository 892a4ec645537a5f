/// Who waits in a `FairPoolQueue`: for example a network, within a range of networks.
package struct FairPoolUser<Key: Hashable & Sendable>: Hashable, Sendable {
    /// Whether it comes before those who are not.
    package let isPreferred: Bool
    /// One to three, from the widest to the narrowest. Users who share a key share its turns.
    package let keys: [Key]

    package init(_ keys: Key..., isPreferred: Bool = false) {
        self.isPreferred = isPreferred
        self.keys = keys
    }
}

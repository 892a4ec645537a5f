/// A module that a tenant can turn on, of those in this version. The raw value is stored in rows and never renamed.
/// Answers have `Extensible<Module>`, because a newer server has more.
public enum Module: String, CaseIterable, Codable, Hashable, Sendable, JSONWritable {
    case meetups
    case wagers
    case sportsbook
    case shelf
}

extension Set<Module> {
    /// Every module, for descriptions of the whole API.
    package static var all: Set<Module> { Set(Module.allCases) }
}

/// A part of Parlay that a tenant may switch on. The raw value is stored in rows and never renamed.
public enum Module: String, CaseIterable, Codable, Hashable, Sendable, JSONWritable {
    case meetups
    case wagers
    case sportsbook
    case shelf
}

extension Set<Module> {
    /// Every module: what a description of the whole API is made with.
    public static var all: Set<Module> { Set(Module.allCases) }
}

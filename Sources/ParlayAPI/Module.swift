/// A part of Parlay that a tenant may switch on: those that this version has, and no others. The raw value is stored in rows
/// and never renamed. Answers hold `Extensible<Module>`, because a newer server has more.
public enum Module: String, CaseIterable, Codable, Hashable, Sendable, JSONWritable {
    case meetups
    case wagers
}

extension Set<Module> {
    /// Every module: what a description of the whole API is made with.
    public static var all: Set<Module> { Set(Module.allCases) }
}

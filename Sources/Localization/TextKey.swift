/// The texts of one component: a case a text, whose raw value is the key in the catalog.
package protocol TextKey: RawRepresentable<String>, CaseIterable, Sendable {
    static var catalog: Catalog { get }
}

/// A value that a text shows. Plurals take numbers.
package enum TextArgument: Hashable, Sendable, ExpressibleByStringLiteral, ExpressibleByStringInterpolation,
    ExpressibleByIntegerLiteral
{
    case text(String)
    case number(Int64)

    package init(stringLiteral value: String) { self = .text(value) }
    package init(integerLiteral value: Int64) { self = .number(value) }
}

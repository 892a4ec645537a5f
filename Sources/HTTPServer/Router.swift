/// The values of a path's parameters.
package struct PathParameters: Sendable {
    private var values: [(name: String, value: String)] = []

    package init() {}

    package mutating func add(_ name: String, _ value: String) { values.append((name, value)) }
    mutating func removeLast() { values.removeLast() }

    /// By name.
    package var all: [String: String] { Dictionary(values.map { ($0.name, $0.value) }) { first, _ in first } }

    package subscript(name: String) -> String? { values.first { $0.name == name }?.value }

    /// A parameter declared as `{name:id}`.
    package func id(_ name: String) -> Int64? { self[name].flatMap(Self.positive) }

    /// Decimal digits without sign or leading zeros that form a positive 64-bit integer, so that each row has only
    /// one path.
    static func positive(_ text: String) -> Int64? {
        guard text.utf8.first != 48, text.utf8.allSatisfy({ $0 >= 48 && $0 <= 57 }), let value = Int64(text)
        else {
            return nil
        }
        return value
    }
}

/// Routes by path pattern and method. A pattern is `profiles/{id:id}/photo`: literal segments, `{name}` for any text
/// and `{name:id}` only for a positive integer. A literal has precedence over a parameter.
package struct Router<Target: Sendable>: Sendable {
    /// By number, so that what finds them needs no generic code.
    package private(set) var targets: [Target] = []
    package private(set) var root = RouteTree()

    package init() {}

    package subscript(number: Int) -> Target { targets[number] }

    package mutating func add(_ method: HTTPMethod, _ pattern: String, _ target: Target) {
        root = root.adding(pattern.split(separator: "/")[...], method, targets.count)
        targets.append(target)
    }

    /// `segments` are decoded and do not include the empty one after a trailing slash. A route for which `isEnabled`
    /// is false counts as undeclared.
    @inlinable package func match(
        _ method: HTTPMethod?,
        _ segments: ArraySlice<String>,
        where isEnabled: (Target) -> Bool = { _ in true }
    ) -> RouteMatch {
        var parameters = PathParameters()
        guard let found = root.find(segments, segments.startIndex, &parameters) else { return .notFound }
        if let number = found.number(method), isEnabled(targets[number]) {
            return .found(number, parameters)
        }
        if method == .head, let number = found.number(.get), isEnabled(targets[number]) {
            return .found(number, parameters)
        }
        guard let allow = found.allow(where: { isEnabled(targets[$0]) }) else { return .notFound }
        return method == .options ? .options(allow: allow) : .methodNotAllowed(allow: allow)
    }
}

/// What a router found for a method and a path.
package enum RouteMatch: Sendable {
    /// The number of a target.
    case found(Int, PathParameters)
    /// The path exists; `allow` is the value of the `Allow` header.
    case methodNotAllowed(allow: String)
    case options(allow: String)
    case notFound
}

/// One segment of the paths, and what follows it.
package final class RouteTree: Sendable {
    private let literals: [String: RouteTree]
    private let identifier: (name: String, tree: RouteTree)?
    private let text: (name: String, tree: RouteTree)?
    /// The routes that end here. Few, and compared faster than hashed.
    private let routes: [(method: HTTPMethod, number: Int)]

    package convenience init() { self.init(literals: [:], identifier: nil, text: nil, routes: []) }

    private init(
        literals: [String: RouteTree],
        identifier: (name: String, tree: RouteTree)?,
        text: (name: String, tree: RouteTree)?,
        routes: [(method: HTTPMethod, number: Int)]
    ) {
        self.literals = literals
        self.identifier = identifier
        self.text = text
        self.routes = routes
    }

    func adding(_ segments: ArraySlice<Substring>, _ method: HTTPMethod, _ number: Int) -> RouteTree {
        guard let first = segments.first else {
            precondition(self.number(method) == nil, "a route is declared twice")
            let routes = routes + [(method, number)]
            return RouteTree(literals: literals, identifier: identifier, text: text, routes: routes)
        }
        let rest = segments.dropFirst()
        if first.hasPrefix("{"), first.hasSuffix(":id}") {
            let name = String(first.dropFirst().dropLast(4))
            let tree = (identifier?.tree ?? RouteTree()).adding(rest, method, number)
            return RouteTree(literals: literals, identifier: (name, tree), text: text, routes: routes)
        }
        if first.hasPrefix("{") {
            let name = String(first.dropFirst().dropLast())
            let tree = (text?.tree ?? RouteTree()).adding(rest, method, number)
            return RouteTree(literals: literals, identifier: identifier, text: (name, tree), routes: routes)
        }
        var literals = literals
        literals[String(first)] = (literals[String(first)] ?? RouteTree()).adding(rest, method, number)
        return RouteTree(literals: literals, identifier: identifier, text: text, routes: routes)
    }

    /// The end of a path, if routes end there.
    ///
    /// - Parameter index: of the segment that is decided here.
    package func find(
        _ segments: ArraySlice<String>,
        _ index: Int,
        _ parameters: inout PathParameters
    ) -> RouteTree? {
        guard index < segments.endIndex else { return routes.isEmpty ? nil : self }
        let segment = segments[index]
        if let next = literals[segment], let found = next.find(segments, index + 1, &parameters) {
            return found
        }
        if let (name, next) = identifier, PathParameters.positive(segment) != nil {
            parameters.add(name, segment)
            if let found = next.find(segments, index + 1, &parameters) { return found }
            parameters.removeLast()
        }
        if let (name, next) = text, !segment.isEmpty {
            parameters.add(name, segment)
            if let found = next.find(segments, index + 1, &parameters) { return found }
            parameters.removeLast()
        }
        return nil
    }

    package func number(_ method: HTTPMethod?) -> Int? {
        for route in routes where route.method == method { return route.number }
        return nil
    }

    /// The value of `Allow` for the routes that `isEnabled` lets through; `nil` if there is none.
    package func allow(where isEnabled: (Int) -> Bool) -> String? {
        var methods = routes.filter { isEnabled($0.number) }.map(\.method)
        guard !methods.isEmpty else { return nil }
        if methods.contains(.get) { methods.append(.head) }
        return (Set(methods).union([.options])).map(\.rawValue).sorted().joined(separator: ", ")
    }
}

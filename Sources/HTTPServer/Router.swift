/// The values of a path's parameters.
package struct PathParameters: Sendable {
    private var values: [(name: String, value: String)] = []

    package init() {}

    mutating func add(_ name: String, _ value: String) { values.append((name, value)) }
    mutating func removeLast() { values.removeLast() }

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
    private final class Node: Sendable {
        let literals: [String: Node]
        let identifier: (name: String, node: Node)?
        let text: (name: String, node: Node)?
        let targets: [HTTPMethod: Target]

        init(
            literals: [String: Node] = [:],
            identifier: (name: String, node: Node)? = nil,
            text: (name: String, node: Node)? = nil,
            targets: [HTTPMethod: Target] = [:]
        ) {
            self.literals = literals
            self.identifier = identifier
            self.text = text
            self.targets = targets
        }

        func adding(_ segments: ArraySlice<Substring>, _ method: HTTPMethod, _ target: Target) -> Node {
            guard let first = segments.first else {
                var targets = targets
                precondition(targets[method] == nil, "a route is declared twice")
                targets[method] = target
                return Node(literals: literals, identifier: identifier, text: text, targets: targets)
            }
            let rest = segments.dropFirst()
            if first.hasPrefix("{"), first.hasSuffix(":id}") {
                let name = String(first.dropFirst().dropLast(4))
                let node = (identifier?.node ?? Node()).adding(rest, method, target)
                return Node(literals: literals, identifier: (name, node), text: text, targets: targets)
            }
            if first.hasPrefix("{") {
                let name = String(first.dropFirst().dropLast())
                let node = (text?.node ?? Node()).adding(rest, method, target)
                return Node(literals: literals, identifier: identifier, text: (name, node), targets: targets)
            }
            var literals = literals
            literals[String(first)] = (literals[String(first)] ?? Node()).adding(rest, method, target)
            return Node(literals: literals, identifier: identifier, text: text, targets: targets)
        }
    }

    package enum Match: Sendable {
        case found(Target, PathParameters)
        /// The path exists; `allow` is the value of the `Allow` header.
        case methodNotAllowed(allow: String)
        case options(allow: String)
        case notFound
    }

    private var root = Node()

    package init() {}

    package mutating func add(_ method: HTTPMethod, _ pattern: String, _ target: Target) {
        root = root.adding(pattern.split(separator: "/")[...], method, target)
    }

    /// `segments` are decoded and do not include the empty one after a trailing slash. A route for which `isEnabled`
    /// is false counts as undeclared.
    package func match(
        _ method: HTTPMethod?,
        _ segments: ArraySlice<String>,
        where isEnabled: (Target) -> Bool = { _ in true }
    ) -> Match {
        var parameters = PathParameters()
        guard let node = find(root, segments, &parameters) else { return .notFound }
        if let method, let target = node.targets[method], isEnabled(target) {
            return .found(target, parameters)
        }
        if method == .head, let target = node.targets[.get], isEnabled(target) {
            return .found(target, parameters)
        }
        let enabled = node.targets.filter { isEnabled($0.value) }.keys
        guard !enabled.isEmpty else { return .notFound }
        var names = enabled.map(\.rawValue)
        if enabled.contains(.get) { names.append(HTTPMethod.head.rawValue) }
        names.append(HTTPMethod.options.rawValue)
        let allow = names.sorted().joined(separator: ", ")
        return method == .options ? .options(allow: allow) : .methodNotAllowed(allow: allow)
    }

    private func find(_ node: Node, _ segments: ArraySlice<String>, _ parameters: inout PathParameters)
        -> Node?
    {
        guard let first = segments.first else { return node.targets.isEmpty ? nil : node }
        let rest = segments.dropFirst()
        if let next = node.literals[first], let found = find(next, rest, &parameters) { return found }
        if let (name, next) = node.identifier, PathParameters.positive(first) != nil {
            parameters.add(name, first)
            if let found = find(next, rest, &parameters) { return found }
            parameters.removeLast()
        }
        if let (name, next) = node.text, !first.isEmpty {
            parameters.add(name, first)
            if let found = find(next, rest, &parameters) { return found }
            parameters.removeLast()
        }
        return nil
    }
}

package import HTTPServer
package import ParlayAPI

/// The query of a request. Strict: a parameter that the route does not list is refused, and so is a malformed one.
package struct QueryReader: Sendable {
    private let pairs: [(name: String, value: String)]
    private let parameters: [RouteDescription.Parameter]

    /// - Parameter parameters: all parameters of the call.
    package init(_ head: RequestHead, _ parameters: [RouteDescription.Parameter]) throws(TenancyError) {
        guard let pairs = RequestTarget.pairs(head.query) else {
            throw TenancyError.badQuery(
                parameter: RequestTarget.malformedName(in: head.query ?? ""),
                reason: "The query is malformed: an escape is incomplete or not UTF-8."
            )
        }
        for pair in pairs where !parameters.contains(where: { $0.name == pair.name }) {
            let names = parameters.map(\.name).joined(separator: ", ")
            let known = names.isEmpty ? "This call has none." : "Known parameters: \(names)."
            throw TenancyError.badQuery(
                parameter: pair.name,
                reason: "There is no query parameter \"\(pair.name)\". \(known)"
            )
        }
        self.pairs = pairs
        self.parameters = parameters
    }

    /// The parameter's value.
    ///
    /// - Throws: `TenancyError.badQuery`; `UnlistedQueryField` if the route does not list the field.
    package subscript<Value>(_ field: QueryField<Value>) -> Value {
        get throws {
            guard parameters.contains(where: { $0 === field.parameter }) else {
                throw UnlistedQueryField(name: field.name)
            }
            do throws(QueryError) {
                return try field.value(of: pairs.filter { $0.name == field.name }.map(\.value))
            } catch {
                throw TenancyError.badQuery(parameter: error.parameter, reason: error.reason)
            }
        }
    }

    /// Whether the query has the parameter, whatever its value.
    package func has<Value>(_ field: QueryField<Value>) -> Bool {
        pairs.contains { $0.name == field.name }
    }
}

/// A handler reads a parameter that its route does not list with `.query(…)`: a bug, so the answer is a bare 500.
package struct UnlistedQueryField: Error, Equatable {
    package let name: String
}

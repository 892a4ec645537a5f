import HTTPServer
import ParlayAPI
import Tenancy

@testable import App

/// How to call a route so that it would succeed for the owner of what it names, and what others get.
struct RouteCase: Sendable {
    typealias Scenario = RouteMatrixFixture.Scenario

    /// What another account of the tenant gets for the same call.
    enum ResultForOthers: Sendable {
        /// This status, and nothing changes.
        case refused(Int)
        /// The same as the owner, but for what is only the owner's.
        case visible
        /// The call concerns the caller: nothing of the owner's is shown or changed.
        case own
    }

    /// What somebody gets who names rows of another tenant.
    enum ResultForOtherTenant: Sendable {
        /// Nothing in the call names a row.
        case nothing
        /// The path's ids are of what all tenants share.
        case shared
        /// The path's ids are of the other tenant.
        case path(Int)
        /// The names or ids in the body are of the other tenant.
        case body(Int)
    }

    /// `v1 PUT matches/{id:id}`
    let key: String
    /// For the owner.
    let status: Int
    let path: @Sendable (Scenario) -> String
    /// The caller and the scenario whose rows are named; `nil` for calls without a body.
    let body: (@Sendable (_ caller: Scenario, _ named: Scenario) -> String)?
    /// The type of a body that is no JSON, and the body.
    let media: String?
    let mediaBytes: [UInt8]?
    /// What the call needs besides.
    let headers: [(name: String, value: String)]
    let stranger: ResultForOthers
    let elsewhere: ResultForOtherTenant

    init(
        _ key: String,
        _ status: Int,
        stranger: ResultForOthers = .own,
        elsewhere: ResultForOtherTenant = .nothing,
        path: @escaping @Sendable (Scenario) -> String,
        body: (@Sendable (Scenario, Scenario) -> String)? = nil,
        media: (type: String, bytes: [UInt8])? = nil,
        headers: [(name: String, value: String)] = []
    ) {
        self.key = key
        self.headers = headers
        self.status = status
        self.path = path
        self.body = body
        self.media = media?.type
        mediaBytes = media?.bytes
        self.stranger = stranger
        self.elsewhere = elsewhere
    }

    /// What the description of a route says: its path, its first answer and the example of its body. `nil` for a route
    /// that names a row, or takes what has no example.
    init?(_ surface: Surface, _ route: TenantRoute) {
        let description = route.description
        guard !route.pattern.contains("{"), description.bodyMedia.isEmpty,
            !description.query.contains(where: \.field.isRequired),
            let answer = description.answers.first
        else { return nil }
        let path = route.pattern
        var body: (@Sendable (Scenario, Scenario) -> String)?
        if let example = description.bodyExample {
            let text = String(decoding: example.jsonBytes(), as: UTF8.self)
            body = { _, _ in text }
        }
        var stranger = ResultForOthers.own
        if case .role = route.access { stranger = .refused(403) }
        self.init(
            MatrixRoute.key(surface, route),
            answer.status,
            stranger: stranger,
            path: { _ in path },
            body: body
        )
    }
}

/// A registered route with its case.
struct MatrixRoute: Sendable, CustomStringConvertible {
    let surface: Surface
    let route: TenantRoute
    let example: RouteCase

    var description: String { example.key }
    var isOpen: Bool { route.access == .open }
    /// Whether a call without a token is refused.
    var needsToken: Bool { ![.open, .optionalToken].contains(route.access) }
    /// The admin of the scenario makes the call.
    var isForRole: Bool { if case .role = route.access { true } else { false } }
    /// The original app's calls answer as the original server did.
    var isCompatible: Bool { surface.prefix != ["v1"] }
    var takesJSON: Bool { [.json, .optionalJSON, .jsonOrForm].contains(route.body) }
    var hasIDs: Bool { route.pattern.contains("{") }

    static func key(_ surface: Surface, _ route: TenantRoute) -> String {
        "\(surface.prefix.joined(separator: "/")) \(route.method.rawValue) \(route.pattern)"
    }

    /// All routes with a case of the table, or else with the one that their description gives; `RouteMatrixTests`
    /// checks that none is missing.
    static func all() throws -> [MatrixRoute] {
        let cases = Dictionary(RouteCase.table.map { ($0.key, $0) }) { first, _ in first }
        return try RouteMatrixFixture.surfaces().flatMap { surface in
            surface.routes.compactMap { route in
                (cases[key(surface, route)] ?? RouteCase(surface, route)).map {
                    MatrixRoute(surface: surface, route: route, example: $0)
                }
            }
        }
    }

    /// The call as the owner makes it.
    ///
    /// - Parameter named: whose rows the path and the body name.
    func call(_ caller: RouteMatrixFixture.Scenario, naming named: RouteMatrixFixture.Scenario? = nil)
        -> RouteMatrixFixture.Call
    {
        let named = named ?? caller
        var call = RouteMatrixFixture.Call(
            route.method.rawValue,
            path(example.path(named), in: caller.tenant),
            token: isOpen ? nil : (isForRole ? caller.admin : caller.owner).token,
            example.body?(caller, named)
        )
        if let media = example.media {
            call.body = example.mediaBytes
            call = call.with("Content-Type", media)
        }
        for (name, value) in example.headers { call = call.with(name, value) }
        return call
    }

    func path(_ path: String, in tenant: String) -> String {
        // A query brings the slash along.
        "/\(surface.prefix.joined(separator: "/"))/\(tenant)/\(path)" + (path.contains("?") ? "" : "/")
    }

    /// The call's path with another text for its id.
    func path(id: String, in tenant: String) -> String {
        path(route.pattern.replacing("{id:id}", with: id), in: tenant)
    }
}

internal import Foundation
internal import ParlayAPI

/// One call of an endpoint with its arguments.
struct Call<Answer>: Sendable {
    let method: CallMethod
    /// Below the tenant's path, such as `matches/7/`.
    let path: String
    /// In this order.
    private(set) var query: [(name: String, value: String)] = []
    private(set) var body: Data?
    private(set) var contentType = "application/json"
    var accept: String
    /// For `If-Match`.
    let version: EntityTag?
    let token: TokenNeed
    /// Whether a 401 signs the person out.
    var obeysRefusal = true
    let repetition: CallRepetition

    private init<Target, Body, Result>(
        _ endpoint: Endpoint<Target, Body, Result>,
        path: String,
        ifMatch version: EntityTag?
    ) {
        method = endpoint.method
        self.path = path
        self.version = version
        token =
            switch endpoint.access {
            case .token, .role: .required
            case .tokenUnlessPublic: .optional
            // A token that is sent must be valid, and none is needed.
            case .open, .optionalToken: .none
            }
        // If the first attempt succeeded, the version has changed, so the second would be refused. With an idempotency key
        // the server looks for the key first.
        let changesVersion = version != nil && (method == .put || method == .patch)
        repetition = changesVersion ? .never : endpoint.repetition
        if case .media(let types)? = endpoint.description.answers.first?.content, let type = types.first {
            accept = type
        } else {
            accept = "application/json"
        }
    }

    init(_ endpoint: Endpoint<Void, Never, Answer>) {
        self.init(endpoint, path: endpoint.path([]), ifMatch: nil)
    }

    init<Target: PathTarget>(
        _ endpoint: Endpoint<Target, Never, Answer>,
        at target: Target,
        ifMatch version: EntityTag? = nil
    ) {
        self.init(endpoint, path: endpoint.path(target.pathValues), ifMatch: version)
    }

    init<Body: Encodable>(
        _ endpoint: Endpoint<Void, Body, Answer>,
        _ body: Body,
        ifMatch version: EntityTag? = nil
    ) {
        self.init(endpoint, path: endpoint.path([]), ifMatch: version)
        self.body = JSON.data(body)
    }

    init<Target: PathTarget, Body: Encodable>(
        _ endpoint: Endpoint<Target, Body, Answer>,
        at target: Target,
        _ body: Body,
        ifMatch version: EntityTag? = nil
    ) {
        self.init(endpoint, path: endpoint.path(target.pathValues), ifMatch: version)
        self.body = JSON.data(body)
    }

    /// - Parameter contentType: one of those that the endpoint takes.
    init(_ endpoint: Endpoint<Void, File, Answer>, raw body: Data, contentType: String) {
        self.init(endpoint, path: endpoint.path([]), ifMatch: nil)
        self.body = body
        self.contentType = contentType
    }

    /// A call whose answer is read as another type than the endpoint's: as the part that is needed, or as one of several that
    /// it may be.
    init<Other>(_ call: Call<Other>, as type: Answer.Type) {
        method = call.method
        path = call.path
        query = call.query
        body = call.body
        contentType = call.contentType
        accept = call.accept
        version = call.version
        token = call.token
        obeysRefusal = call.obeysRefusal
        repetition = call.repetition
    }

    // MARK: The query

    /// With this parameter; `nil` leaves it out.
    func asking<Value>(_ field: QueryField<Value>, _ value: String?) -> Call {
        guard let value else { return self }
        var call = self
        call.query.append((field.name, value))
        return call
    }

    /// With `true`, or without the parameter.
    func asking<Value>(_ field: QueryField<Value>, if isOn: Bool) -> Call {
        asking(field, isOn ? "true" : nil)
    }

    /// With these in order, between commas; without the parameter if there are none.
    func asking<Value>(
        _ field: QueryField<Value>,
        anyOf values: some Collection<some Comparable & CustomStringConvertible>
    ) -> Call {
        asking(field, values.isEmpty ? nil : values.sorted().map(\.description).joined(separator: ","))
    }

    /// For one page of a list.
    func page(after cursor: String?, limit: Int?) -> Call {
        asking(PageQuery.limit, limit.map(String.init)).asking(PageQuery.cursor, cursor)
    }
}

/// Whether a call is sent with the token of the person who is signed in.
enum TokenNeed: Sendable {
    case required
    /// Of tenants with a public sportsbook. Without a sign-in the server decides.
    case optional
    case none
}

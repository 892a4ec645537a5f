internal import Administration
internal import Components
internal import Database
internal import HTTPServer
internal import Jobs
internal import Localization
internal import Pages
internal import ParlayAPI
internal import Reactor
internal import Tenancy

/// A request for a screen of the console.
struct ConsoleVisit: Sendable {
    /// Rows of a page.
    static let pageLength = 50

    let request: Request
    let server: ConsoleServer
    let localizer: Localizer
    let now = Timestamp.now
    let form: FormInput?

    init(_ request: Request, _ server: ConsoleServer) async {
        self.request = request
        self.server = server
        localizer = Localizer(request.head)
        guard request.head.method == .post else {
            form = nil
            return
        }
        // A file takes longer to find than a loop may be held.
        form =
            request.body.count < 64 * 1024
            ? FormInput(request) : (try? await server.services.blocking.run { FormInput(request) }) ?? nil
    }

    var head: RequestHead { request.head }
    var services: ConsoleServices { server.services }
    var database: DatabasePool { services.database }

    // MARK: What was asked for

    /// A parameter of the path.
    func parameter(_ name: String) -> String { request.parameters[name] ?? "" }

    /// A parameter of the query, without spaces around it; `nil` if it is absent or empty.
    func query(_ name: String) -> String? {
        let value = (RequestTarget.pairs(head.query) ?? []).last { $0.name == name }?.value
        return value.flatMap(Self.trimmed)
    }

    /// A field of the form, likewise.
    func typed(_ name: String) -> String? { form?[name].flatMap(Self.trimmed) }

    private static func trimmed(_ text: String) -> String? {
        let text = text.trimmed
        return text.isEmpty ? nil : text
    }

    /// The rows of a page, and the cursor of the next one.
    ///
    /// - Parameter rows: `pageLength + 1` of them, if there are so many.
    static func page<Row>(of rows: [Row], cursor: (Row) -> String) -> (shown: [Row], next: String?) {
        let shown = Array(rows.prefix(pageLength))
        return (shown, rows.count > shown.count ? shown.last.map(cursor) : nil)
    }

    /// The numbers of a cursor, such as `1700000000000000.12`.
    func cursor(_ count: Int) -> [Int64]? {
        let numbers = query("cursor")?.split(separator: ".").map { Int64($0) } ?? []
        let known = numbers.compactMap(\.self)
        return known.count == count && numbers.count == count ? known : nil
    }

    // MARK: Links

    static func link(_ path: String, _ query: [(String, String?)] = []) -> String {
        let pairs = query.compactMap { pair in pair.1.map { "\(pair.0)=\(RequestTarget.encode($0))" } }
        return path + (pairs.isEmpty ? "" : "?" + pairs.joined(separator: "&"))
    }

    func redirect(to path: String) -> Response {
        Response(status: 303).with("Location", path).with("Cache-Control", "no-store")
            .with("Referrer-Policy", "no-referrer")
    }

    // MARK: Words

    func text(_ key: ConsoleText, _ arguments: KeyValuePairs<String, TextArgument> = [:]) -> String {
        localizer.text(key, arguments)
    }

    /// The word for a time, with the zone of all times.
    func utc(_ key: ConsoleText) -> String { "\(text(key)) (UTC)" }

    /// In UTC, as the command line shows it: `utc` says so beside it.
    func time(_ time: Timestamp) -> HTML {
        TimeText(localizer.date(time, .dayTime, now: now), iso: time.description).html
    }

    func time(microseconds: Int64) -> HTML { time(Timestamp(milliseconds: microseconds / 1000)) }

    /// `10,000+` where counting stopped.
    func count(_ number: Int) -> String {
        number > 10_000 ? localizer.number(10_000) + "+" : localizer.number(Int64(number))
    }
}

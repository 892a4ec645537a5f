import Foundation
import ParlayAPI
import ParlayClient
import TestSupport

/// One job of the script, played with the library: what was kept, and who plays.
struct ConformancePlay {
    private let site: Site
    private let tenant: String
    private let run = String(UInt32.random(in: 0 ... .max), radix: 36)
    private var people: [String: Client] = [:]
    private var kept: [String: Kept] = [:]
    private var events: [String: Client.Events.Iterator] = [:]
    private var books: [String: LiveStream.Iterator] = [:]
    /// The library makes the keys of its calls itself, so a step that sends one again has nothing to show here.
    private var keys: Set<String> = []

    /// An answer as the script sees it, and as the library gave it.
    struct Kept {
        let json: JSONValue
        var value: (any Sendable)?
    }

    init(site: Site, tenant: String) { (self.site, self.tenant) = (site, tenant) }

    mutating func step(_ step: JSONValue) async throws {
        guard let name = step["as"]?.text else { throw ConformanceFailure("nobody does it") }
        let person = try people[name] ?? site.client(tenant)
        people[name] = person
        if let key = step["idempotency_key"]?.text, !keys.insert(key).inserted { return }
        if let kind = step["stream"]?.text { return try await follow(kind, of: name, person, step) }
        if let kind = step["live"]?.text { return try await watch(kind, of: name, person, step) }
        guard let call = step["call"]?.text else { throw ConformanceFailure("no call") }
        let answer: Kept
        do {
            answer = try await ConformanceCall(
                client: person,
                path: filled(step["path"]),
                body: filled(step["body"] ?? .object(JSONObject())),
                query: filled(step["query"]),
                version: step["if_match"]?.text.flatMap { kept[String($0.dropFirst())]?.value },
                file: filled(step["upload"]).text,
                limit: step["take"]?.integer.map(Int.init)
            ).answer(to: call)
        } catch let error as ParlayError {
            guard let code = step["fails"]?.text, code == (error.code ?? Self.name(of: error)) else {
                throw error
            }
            for case .string(let field) in step["fields"]?.elements ?? []
            where error.fieldErrors[field].isEmpty {
                throw ConformanceFailure("nothing about \(field)")
            }
            let legs = error.priceChange?.legs.map { Self.json($0) } ?? []
            return try check(.array([.array(legs)]), step["problem"], below: "legs", "0")
        }
        if let code = step["fails"]?.text { throw ConformanceFailure("did not fail with \(code)") }
        if let count = step["count"]?.integer, answer.json.elements.count != Int(count) {
            throw ConformanceFailure("\(answer.json.elements.count) items")
        }
        if let text = step["file"]?.text, answer.json.text?.contains(text) != true {
            throw ConformanceFailure("the file lacks \(text)")
        }
        try check(answer.json, step["has"])
        if let name = step["keep"]?.text { kept[name] = answer }
    }

    private static func name(of error: ParlayError) -> String? {
        if case .notSignedIn = error { "not_signed_in" } else { nil }
    }

    static func json(_ value: some JSONWritable) -> JSONValue {
        (try? JSONParser.parse(value.jsonBytes())) ?? .null
    }
}

// MARK: - Streams

extension ConformancePlay {
    private mutating func follow(_ kind: String, of name: String, _ person: Client, _ step: JSONValue)
        async throws
    {
        guard var iterator = kind == "open" ? person.events.makeAsyncIterator() : events[name] else {
            throw ConformanceFailure("no stream is open")
        }
        events[name] = nil
        if kind == "close" { return }
        while let change = try await iterator.next() {
            switch (change, kind) {
            case (.reset, "open"):
                events[name] = iterator
                return
            case (.event(let event), "expect") where (try? check(Self.json(event), step["has"])) != nil:
                events[name] = iterator
                return
            default: continue
            }
        }
        throw ConformanceFailure("the stream has ended")
    }

    private mutating func watch(_ kind: String, of name: String, _ person: Client, _ step: JSONValue)
        async throws
    {
        let tournaments = filled(step["tournaments"]).elements.compactMap(\.integer)
        let opened = person.sportsbook.live(tournaments: tournaments).makeAsyncIterator()
        guard var iterator = kind == "open" ? opened : books[name] else {
            throw ConformanceFailure("no stream is open")
        }
        books[name] = nil
        if kind == "close" { return }
        let outcome = filled(step["outcome"]).integer
        while let tree = try await iterator.next() {
            let move = outcome.flatMap { tree.moves[$0] }
            guard kind == "open" ? tree.connection == .live : move != nil else { continue }
            if let move,
                move.from.text != step["move"]?["from"]?.text || move.to.text != step["move"]?["to"]?.text
            {
                throw ConformanceFailure("moved \(move)")
            }
            books[name] = iterator
            let shown = JSONValue.array(tree.tournaments.map { Self.json($0) })
            return try check(.array([shown]), step["has"], below: "tournaments", "0")
        }
        throw ConformanceFailure("the stream has ended")
    }
}

// MARK: - Values

extension ConformancePlay {
    /// With what was kept in the place of `$name.path`.
    private func filled(_ value: JSONValue?) -> JSONValue {
        switch value {
        case .array(let elements)?: return .array(elements.map { filled($0) })
        case .object(let object)?:
            var members = JSONObject()
            for member in object.members { members.add(member.key, filled(member.value)) }
            return .object(members)
        case .string(let text)? where text.hasPrefix("$"):
            let path = text.dropFirst().split(separator: ".").map(String.init)
            return kept[path[0]]?.json.member(path.dropFirst()) ?? .null
        case .string(let text)?:
            let later = Date(timeIntervalSinceNow: 86_400).timeIntervalSince1970
            let tomorrow = Timestamp(milliseconds: Int64(later * 1000)).description
            return .string(text.replacing("{run}", with: run).replacing("{tomorrow}", with: tomorrow))
        case let value: return value ?? .null
        }
    }

    /// - Parameters:
    ///   - name: what the expected paths begin with, where the value is not the whole answer.
    ///   - position: where that is in the value.
    private func check(
        _ value: JSONValue,
        _ expected: JSONValue?,
        below name: String? = nil,
        _ position: String = ""
    ) throws {
        guard case .object(let members)? = expected else { return }
        for member in members.members {
            var path = member.key.split(separator: ".").map(String.init)
            if path.first == name { path[0] = position }
            let (found, wanted) = (value.member(path[...]), filled(member.value))
            guard found == wanted || (found?.double != nil && found?.double == wanted.double) else {
                throw ConformanceFailure(
                    "\(member.key) is \(found.map { "\($0)" } ?? "missing"), not \(wanted)"
                )
            }
        }
    }
}

extension JSONValue {
    /// None of anything but an array.
    var elements: [JSONValue] { if case .array(let elements) = self { elements } else { [] } }

    fileprivate func member(_ path: ArraySlice<String>) -> JSONValue? {
        path.reduce(self) { (value: JSONValue?, key) in
            guard let value else { return nil }
            guard case .array(let elements) = value else { return value[key] }
            guard let index = Int(key), elements.indices.contains(index) else { return nil }
            return elements[index]
        }
    }
}

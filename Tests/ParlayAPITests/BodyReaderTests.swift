import Foundation
import ParlayAPI
import Synchronization
import Testing

private enum Colour: String, CaseIterable, Codable, Hashable, Sendable, JSONWritable { case red, green }

private struct Place: RequestBody, Hashable {
    static let lat = BodyField.number("lat", -90...90)
    static let lon = BodyField.number("lon", -180...180)
    var lat = 0.0
    var lon = 0.0

    mutating func members(_ body: inout some BodyVisitor) {
        body.field(Self.lat, &lat)
        body.field(Self.lon, &lon)
    }
}

private struct Refused: Error {}

private struct Sample: RequestBody {
    static let name = BodyField.text("name", 1...5, "The name.")
    static let note = BodyField.text("note", 0...3).defaulting(to: "-")
    static let count = BodyField.integer("count", 1...10)
    static let isOn = BodyField.boolean("is_on")
    static let at = BodyField.timestamp("at")
    static let colour = BodyField.choice("colour", of: Colour.self)
    static let near = BodyField.object("near", as: Place.self).optional
    static let ids = BodyField.list("ids", 1...2, of: .integer("id", 1...9)).optional
    static let price = BodyField.text("price", 1...5).converted(
        placeholder: 0,
        FieldRule("aPrice", "No price.")
    ) { Int($0) }
    .optional
    static let lang = BodyField.text("lang", 2...2).only(in: .meetups).nilWhenOff

    var name: Change<String> = .keep
    var note: Change<String> = .keep
    var count: Change<Int64> = .keep
    var isOn: Change<Bool> = .keep
    var at: Change<Timestamp> = .keep
    var colour: Change<Colour> = .keep
    var near: Change<Place?> = .keep
    var ids: Change<[Int64]?> = .keep
    var price: Change<Int?> = .keep
    var lang: String?

    mutating func members(_ body: inout some BodyVisitor) {
        body.field(Self.name, &name)
        body.field(Self.note, &note)
        body.field(Self.count, &count)
        body.field(Self.isOn, &isOn)
        body.field(Self.at, &at)
        body.field(Self.colour, &colour)
        body.field(Self.near, &near)
        body.field(Self.ids, &ids)
        body.field(Self.price, &price)
        body.field(Self.lang, &lang)
    }
}

@Suite struct BodyReaderTests {
    private static let valid: JSONObject = [
        "name": "Zoë", "count": 3, "is_on": true, "at": "2026-05-20T18:30:00Z", "colour": "green",
        "lang": "en",
    ]

    private func errors(
        _ changes: JSONObject,
        modules: Set<Module> = .all,
        mode: BodyReader.Mode = .complete
    ) -> FieldErrors {
        var object = changes
        if mode == .complete { for member in Self.valid.members { object.add(member.key, member.value) } }
        do {
            _ = try Sample.decode(object, modules: modules, mode: mode)
            return FieldErrors()
        } catch { return error }
    }

    @Test func `a valid body is read, with defaults for what is absent`() throws {
        let sample = try Sample.decode(Self.valid)
        #expect(sample.name == .set("Zoë"))
        #expect(sample.note == .set("-"))
        #expect(sample.count == .set(3))
        #expect(sample.isOn == .set(true))
        #expect(sample.at == .set(Timestamp(milliseconds: 1_779_301_800_000)))
        #expect(sample.colour == .set(.green))
        #expect(sample.near == .set(nil))
        #expect(sample.lang == "en")
    }

    @Test func `all errors are found at once, in the order of the declaration, unknown keys last`() throws {
        let body = Array(
            #"{"x":1,"name":"","count":11,"is_on":"true","at":"2026-05-20","colour":"blue","y":2}"#.utf8
        )
        let error = #expect(throws: BodyError.self) { try Sample.decode(body) }
        guard case .invalid(let errors)? = error else { throw CocoaError(.coderReadCorrupt) }
        #expect(errors.entries.map(\.path) == ["name", "count", "is_on", "at", "colour", "lang", "x", "y"])
        #expect(errors["name"] == ["This field may not be blank."])
        #expect(errors["count"] == ["Ensure this value is less than or equal to 10."])
        #expect(errors["is_on"] == ["Must be a valid boolean."])
        #expect(errors["at"].count == 1)
        #expect(errors["colour"] == ["\"blue\" is not a valid choice."])
        #expect(errors["lang"] == ["This field is required."])
        #expect(errors["x"] == ["Unknown field."])
    }

    @Test(arguments: [
        ("", "This field may not be blank."), (" \n\t\u{3000}", "This field may not be blank."),
        ("abcdef", "Ensure this field has no more than 5 characters."),
        ("a\u{1}", "Control characters other than newline and tab are not allowed."),
        ("a\r", "Control characters other than newline and tab are not allowed."),
        ("a\u{7F}", "Control characters other than newline and tab are not allowed."),
        ("a\u{85}", "Control characters other than newline and tab are not allowed."),
        ("\u{301}\u{301}\u{301}e\u{301}\u{301}", "Ensure this field has no more than 5 characters."),
    ])
    func `a text that breaks a rule is refused`(text: String, sentence: String) {
        #expect(errors(["name": .string(text)])["name"] == [sentence])
    }

    @Test(arguments: ["\u{200B}", "a\nb\tc", " a ", "\u{FEFF}", "👩‍👩‍👧"])
    func `zero-width characters are not blank, nothing is trimmed, scalars are counted`(text: String) throws {
        var object: JSONObject = ["name": .string(text)]
        for member in Self.valid.members { object.add(member.key, member.value) }
        #expect(try Sample.decode(object).name == .set(text))
    }

    @Test func `a text below its least length is refused`() {
        #expect(errors(["lang": "e"])["lang"] == ["Ensure this field has at least 2 characters."])
        #expect(errors(["note": "   "]).isEmpty)
    }

    @Test func `integers have neither fraction nor exponent`() throws {
        for text in ["1.0", "1e0", "\"1\"", "true", "99999999999999999999", "[]"] {
            let value = try JSONParser.parse(Array(text.utf8))
            #expect(errors(["count": value])["count"] == ["A valid integer is required."])
        }
        #expect(errors(["count": 0])["count"] == ["Ensure this value is greater than or equal to 1."])
    }

    @Test func `each kind refuses another type`() {
        #expect(errors(["name": 1])["name"] == ["Not a valid string."])
        #expect(errors(["colour": 1])["colour"] == ["Not a valid string."])
        #expect(errors(["is_on": 1])["is_on"] == ["Must be a valid boolean."])
        #expect(errors(["near": []])["near"] == ["Must be an object."])
        #expect(errors(["ids": ["a": 1]])["ids"] == ["Must be a list."])
        #expect(errors(["price": "x"])["price"] == ["No price."])
    }

    @Test func `null is refused unless the field is optional`() {
        let found = errors(["name": nil, "note": nil, "near": nil, "ids": nil])
        #expect(found.entries.map(\.path) == ["name", "note"])
        #expect(found["name"] == ["This field may not be null."])
    }

    @Test func `errors inside lists and objects have dotted paths`() {
        let found = errors(["near": ["lat": 91, "x": 1], "ids": [1, 0, "a"]])
        #expect(found.entries.map(\.path) == ["near.lat", "near.lon", "near.x", "ids"])
        #expect(found["ids"] == ["Ensure this field has no more than 2 elements."])
        let elements = errors(["ids": [nil, 10]])
        #expect(elements["ids.0"] == ["This field may not be null."])
        #expect(elements["ids.1"] == ["Ensure this value is less than or equal to 9."])
        #expect(errors(["ids": []])["ids"] == ["Ensure this field has at least 1 element."])
    }

    @Test func `a body that merges tells absent, null and value apart`() throws {
        let sample = try Sample.decode(["near": nil, "count": 2, "lang": "en"], mode: .merge)
        #expect(sample.name == .keep)
        #expect(sample.note == .keep)
        #expect(sample.near == .set(nil))
        #expect(sample.ids == .keep)
        #expect(sample.count == .set(2))
        #expect(sample.count.applied(to: 1) == 2)
        #expect(sample.name.applied(to: "old") == "old")
        #expect(errors(["name": nil], mode: .merge)["name"] == ["This field may not be null."])
        #expect(errors(["name": ""], mode: .merge)["name"] == ["This field may not be blank."])
    }

    @Test func `a field of a module that is off is unknown`() throws {
        #expect(errors([:], modules: [.wagers])["lang"] == ["Unknown field."])
        var object = JSONObject()
        for member in Self.valid.members where member.key != "lang" { object.add(member.key, member.value) }
        #expect(try Sample.decode(object, modules: []).lang == nil)
    }

    @Test func `malformed JSON and bodies that are no object are told apart from invalid ones`() {
        for text in ["", "[]", "{", "null"] {
            let error = #expect(throws: BodyError.self) { try Sample.decode(Array(text.utf8)) }
            #expect(error?.problem.status == 400)
            #expect(error?.problem.code == "malformed_json")
        }
        let error = #expect(throws: BodyError.self) { try Sample.decode(Array("{}".utf8)) }
        #expect(error?.problem.status == 422)
    }

    @Test func `a hundred fields are reported, not more`() {
        var object = JSONObject()
        for number in 0..<1_000 { object.add("unknown\(number)", 1) }
        #expect(errors(object).entries.count == FieldErrors.limit)
    }

    @Test func `errors that are full take nothing more, also about fields that they have`() {
        var errors = FieldErrors()
        for number in 0..<FieldErrors.limit {
            #expect(!errors.isFull)
            errors.add("field\(number)", "Bad.")
        }
        #expect(errors.isFull)
        errors.add("field0", "Worse.")
        errors.add("other", "Bad.")
        #expect(errors.entries.count == FieldErrors.limit)
        #expect(errors["field0"] == ["Bad."])
    }

    @Test func `a reader stops at the element that fills the errors`() {
        let read = Mutex(0)
        let element = BodyField<Int64>.integer("").checked(FieldRule("isTrue", "Never.")) { _ in
            read.withLock { $0 += 1 }
            return false
        }
        var reader = BodyReader(["numbers": .array((0..<1_000).map { .integer($0) })])
        _ = reader.read(BodyField.list("numbers", 0...1_000, of: element))
        #expect(reader.errors.isFull)
        #expect(read.withLock { $0 } == FieldErrors.limit)
    }

    @Test func `a body has at most a thousand members an object and 20,000 values`() throws {
        func code(_ text: String) -> String? {
            do throws(BodyError) {
                _ = try Sample.decode(Array(text.utf8))
                return nil
            } catch { return error.problem.code }
        }
        func members(_ count: Int) -> String { (0..<count).map { "\"\($0)\":0" }.joined(separator: ",") }
        func list(_ count: Int) -> String {
            "{\"list\":[" + repeatElement("0", count: count).joined(separator: ",") + "]}"
        }
        #expect(code("{\(members(1_000))}") == "validation_failed")
        #expect(code("{\(members(1_001))}") == "malformed_json")
        // The object and its list are values too.
        #expect(code(list(19_998)) == "validation_failed")
        #expect(code(list(19_999)) == "malformed_json")
        guard
            case .array(let values) = try JSONParser.parseObject(Array(list(30_000).utf8), within: .file)[
                "list"
            ]
        else { throw Refused() }
        #expect(values.count == 30_000)
        _ = try JSONParser.parse(Array("{\(members(2_000))}".utf8))
    }

    @Test func `the parser stops where a limit is exceeded`() {
        let error = #expect(throws: JSONSyntaxError.self) {
            try JSONParser.parse(Array("[1,2,\u{1}".utf8), within: JSONLimits(values: 2))
        }
        #expect(error?.description == "The document has more than 2 values. (line 1, column 4)")
    }

    @Test func `the reads describe the body`() {
        let fields = Sample.fields()
        #expect(
            fields.map(\.name)
                == ["name", "note", "count", "is_on", "at", "colour", "near", "ids", "price", "lang"]
        )
        #expect(Sample.fields(modules: []).map(\.name).contains("lang") == false)
        #expect(
            fields.filter(\.isRequired).map(\.name) == ["name", "count", "is_on", "at", "colour", "lang"]
        )
        #expect(Sample.fields(mode: .merge).allSatisfy { !$0.isRequired || $0.module == .meetups })
        let schemas = fields.map { String(decoding: $0.schema.jsonBytes(), as: UTF8.self) }
        #expect(schemas[0].hasPrefix(#"{"type":"string","description":"The name.","pattern":"#))
        #expect(schemas[0].hasSuffix(#","minLength":1,"maxLength":5}"#))
        #expect(schemas[2] == #"{"type":"integer","format":"int64","minimum":1,"maximum":10}"#)
        #expect(schemas[4] == #"{"type":"string","format":"date-time"}"#)
        #expect(schemas[5] == #"{"type":"string","enum":["red","green"]}"#)
        #expect(
            schemas[7]
                == #"{"type":["array","null"],"minItems":1,"maxItems":2,"items":{"type":"integer","format":"int64","#
                + #""minimum":1,"maximum":9}}"#
        )
        let whole = FieldDescription.schema(of: Place.fields())
        #expect(
            String(decoding: whole.jsonBytes(), as: UTF8.self)
                == #"{"type":"object","properties":{"lat":{"type":"number","minimum":-90.0,"maximum":90.0},"#
                + #""lon":{"type":"number","minimum":-180.0,"maximum":180.0}},"#
                + #""additionalProperties":false,"required":["lat","lon"]}"#
        )
    }
}

package import Database
internal import HTTPServer
package import ParlayAPI
internal import Tenancy

/// A row of `stream_events`: what happened to one account.
package struct PersonEvent: ColumnGroup, StreamMessage {
    package static let columns: SQLFragment = [
        "account_id", "number", "type", "subject_type", "subject_id", "token_id", "created_at",
    ]

    package struct Key: Hashable, Sendable {
        let type: String
        let subject: Subject
    }

    let account: AccountID
    package let event: StreamEvent

    package init(_ columns: inout ColumnReader) throws(DatabaseError) {
        account = try columns.id()
        let number = try columns.integer()
        let type = try columns.text()
        let subject = Subject(type: try columns.text(), id: try columns.integer())
        let device = try columns.optionalInteger()
        event = StreamEvent(number: number, type: type, subject: subject, at: try columns.time(), by: device)
    }

    package var number: Int64 { event.number }
    package var key: Key { Key(type: event.type, subject: event.subject) }
    package var frame: [UInt8] { bytes(.webSocket) }

    func bytes(_ form: PushForm) -> [UInt8] { form.message(event.jsonBytes(), id: event.number) }

    /// The token that ended, if the event says so.
    var endedToken: TokenID? {
        event.type == "device.revoked" ? TokenID(rawValue: event.subject.id) : nil
    }
}

/// The numbers of one stream.
struct StreamPosition: RowReadable {
    /// Of the last event.
    let number: Int64
    /// Events up to this number are gone.
    let pruned: Int64

    /// Before the first event.
    static let none = StreamPosition(number: 0, pruned: 0)

    private init(number: Int64, pruned: Int64) {
        self.number = number
        self.pruned = pruned
    }

    init(_ columns: inout ColumnReader) throws(DatabaseError) {
        number = try columns.integer()
        pruned = try columns.integer()
    }
}

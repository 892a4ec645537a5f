/// The owner of a call that needs its own connection. Requesters take turns, so that one with many calls does not
/// delay the others.
package struct Requester: Hashable, Sendable {
    let group: Int64
    let member: Int64

    package init(group: Int64, member: Int64) {
        self.group = group
        self.member = member
    }

    /// Calls by the process itself.
    package static let process = Requester(group: 0, member: 0)
}

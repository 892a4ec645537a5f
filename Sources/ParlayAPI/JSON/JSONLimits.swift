/// Limits of a document, in addition to its depth. A reader stops where a limit is exceeded.
package struct JSONLimits: Sendable {
    /// Members of one object.
    package var members: Int
    /// Values in all: texts, numbers, and the arrays and objects around them.
    package var values: Int
    /// Combining marks in a row; see `MarkRun`.
    package var marks: Int

    package init(members: Int = .max, values: Int = .max, marks: Int = .max) {
        self.members = members
        self.values = values
        self.marks = marks
    }

    /// For what this program or its operator wrote, and for answers whose size is limited.
    package static let none = JSONLimits()
    /// For uploads that are read outside of the event loops.
    package static let file = JSONLimits(marks: MarkRun.limit)
    /// For bodies that are read on an event loop: at most a millisecond or two of work.
    package static let requestBody = JSONLimits(members: 1_000, values: 20_000, marks: MarkRun.limit)
}

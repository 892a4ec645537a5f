/// Messages that wait for a reader, in the order of their numbers: of several with one key only the latest, where they are merged.
package struct HeldMessages<Message: StreamMessage>: Sendable {
    private struct Entry {
        var message: Message
        let size: Int
        /// `nil` if it is still to be encoded.
        var frame: [UInt8]?
    }

    /// In order; `nil` where an entry was replaced.
    private var entries: [Entry?] = []
    /// Of the latest entry with a key.
    private var places: [Message.Key: Int] = [:]
    private var head = 0
    package private(set) var count = 0
    /// The bytes of their frames.
    package private(set) var size = 0

    package init() {}

    package var isEmpty: Bool { count == 0 }

    /// - Parameters:
    ///   - size: of the message's frame, in bytes.
    ///   - frame: if it is encoded already.
    ///   - merges: whether it replaces an earlier one with its key.
    package mutating func add(_ message: Message, size: Int, frame: [UInt8]? = nil, merges: Bool = true) {
        let key = message.key
        var entry = Entry(message: message, size: size, frame: frame)
        if merges, let place = places[key], let earlier = entries[place] {
            entry.message = message.merged(over: earlier.message)
            if entry.message != message { entry.frame = nil }
            entries[place] = nil
            self.size -= earlier.size
            count -= 1
        }
        places[key] = entries.count
        entries.append(entry)
        self.size += size
        count += 1
        if entries.count > 64 && entries.count > 2 * count { compact() }
    }

    /// Takes the first messages off, until their frames have `size` bytes or none is left.
    package mutating func take(upTo size: Int) -> [Message] { takeEntries(upTo: size).map(\.message) }

    /// The same, as bytes.
    ///
    /// - Parameter encode: `nil` for the frames.
    package mutating func takeBytes(upTo size: Int, as encode: ((Message) -> [UInt8])? = nil) -> [UInt8] {
        takeEntries(upTo: size).reduce(into: []) { bytes, entry in
            bytes += encode?(entry.message) ?? entry.frame ?? entry.message.frame
        }
    }

    private mutating func takeEntries(upTo size: Int) -> [Entry] {
        var taken: [Entry] = []
        var bytes = 0
        while head < entries.count, bytes < size {
            defer { head += 1 }
            guard let entry = entries[head] else { continue }
            entries[head] = nil
            if places[entry.message.key] == head { places[entry.message.key] = nil }
            self.size -= entry.size
            count -= 1
            bytes += entry.size
            taken.append(entry)
        }
        if head == entries.count {
            entries.removeAll(keepingCapacity: false)
            head = 0
        }
        return taken
    }

    private mutating func compact() {
        entries = entries[head...].filter { $0 != nil }
        head = 0
        for (place, entry) in entries.enumerated() {
            if let entry { places[entry.message.key] = place }
        }
    }
}

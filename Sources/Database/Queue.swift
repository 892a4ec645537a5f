/// A first-in, first-out ring buffer that grows and never shrinks.
struct Queue<Element> {
    /// Its size is a power of two, or zero.
    private var slots: [Element?] = []
    private var start = 0
    private(set) var count = 0

    var isEmpty: Bool { count == 0 }
    var first: Element? { isEmpty ? nil : slots[start] }

    mutating func append(_ element: Element) {
        if count == slots.count { grow() }
        slots[(start + count) & (slots.count - 1)] = element
        count += 1
    }

    mutating func popFirst() -> Element? {
        guard !isEmpty else { return nil }
        defer {
            start = (start + 1) & (slots.count - 1)
            count -= 1
        }
        return slots[start].take()
    }

    /// Removes all elements, in order.
    mutating func removeAll() -> [Element] {
        var all: [Element] = []
        while let element = popFirst() { all.append(element) }
        return all
    }

    private mutating func grow() {
        let ordered = Array(slots[start...] + slots[..<start])
        slots = ordered + [Element?](repeating: nil, count: max(16, ordered.count))
        start = 0
    }
}

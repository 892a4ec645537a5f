/// What happens in virtual time, in milliseconds: the next thing is done as soon as the one before is.
final class VirtualTime {
    private var queue: [(time: Int64, order: Int, body: () -> Void)] = []
    private var order = 0
    private(set) var now: Int64 = 0

    func after(_ delay: Int64, _ body: @escaping () -> Void) {
        order += 1
        let entry = (time: now + max(0, delay), order: order, body: body)
        var (low, high) = (0, queue.count)
        while low < high {
            let middle = (low + high) / 2
            // The queue ends with what comes first.
            if (queue[middle].time, queue[middle].order) > (entry.time, entry.order) {
                low = middle + 1
            } else {
                high = middle
            }
        }
        queue.insert(entry, at: low)
    }

    /// Runs until nothing is left, `end` is reached, or `isDone`.
    func run(until end: Int64, isDone: () -> Bool) {
        while let next = queue.last, next.time <= end, !isDone() {
            queue.removeLast()
            now = next.time
            next.body()
        }
        if !isDone() { now = end }
    }
}

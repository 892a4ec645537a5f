internal import Synchronization

/// Objects that are used again when no one holds them any longer, each of a kind.
///
/// `@unchecked Sendable`, because references are counted and the objects need not be `Sendable`: `all` is used under the lock
/// alone, and an object is taken only while the array has the one reference to it, so that a single task holds it.
final class Reusable<Kind: Hashable & Sendable, Object: AnyObject>: @unchecked Sendable {
    struct Entry {
        let kind: Kind
        var object: Object
    }

    private let lock = Mutex(())
    private var all: [Entry] = []

    /// One that is not held.
    func take(_ kind: Kind) -> Object? {
        lock.withLock { _ in
            for index in all.indices
            where all[index].kind == kind && isKnownUniquelyReferenced(&all[index].object) {
                return all[index].object
            }
            return nil
        }
    }

    func add(_ object: Object, _ kind: Kind) {
        lock.withLock { _ in all.append(Entry(kind: kind, object: object)) }
    }

    func forget(_ object: Object) {
        lock.withLock { _ in all.removeAll { $0.object === object } }
    }

    /// Empties the list.
    func takeAll() -> (free: [Entry], held: [Entry]) {
        lock.withLock { _ in
            var (free, held): ([Entry], [Entry]) = ([], [])
            for index in all.indices {
                if isKnownUniquelyReferenced(&all[index].object) {
                    free.append(all[index])
                } else {
                    held.append(all[index])
                }
            }
            all = []
            return (free, held)
        }
    }
}

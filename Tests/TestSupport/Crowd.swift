internal import Synchronization

/// Connections that have each sent the same and stay open until `leave`. Its functions block.
package final class Crowd: Sendable {
    private let clients = Mutex<[RawClient]>([])

    package init() {}

    package func join(_ count: Int, port: UInt16, receiveBuffer: Int32? = nil, _ request: [UInt8]) throws {
        for _ in 0..<count {
            try clients.withLock { clients in
                let client = try RawClient(port: port, receiveBuffer: receiveBuffer)
                // A server that refuses it before its end is no error.
                client.sendWhatGoes(request)
                clients.append(client)
            }
        }
    }

    /// How many have an answer, or were closed.
    package var answered: Int { clients.withLock { $0.count(where: \.isReadable) } }

    /// Closes them all; the statuses of the answers that some got before that.
    @discardableResult package func leave() -> [Int] {
        clients.withLock { clients in
            defer { clients = [] }
            return clients.compactMap { $0.isReadable ? try? $0.receive().status : nil }
        }
    }
}

internal import FoundationEssentials
internal import Glibc

/// A program that listens on a TCP port of this machine, as far as this user can see it.
package struct PortHolder: Sendable, Hashable, CustomStringConvertible {
    package struct Program: Sendable, Hashable {
        package let pid: Int32
        /// At most 15 bytes, as the kernel keeps it.
        package let name: String
        /// Whether a process of the same program started it, and `pid` is the first of these.
        package let isSupervised: Bool
    }

    /// `nil` if this user cannot see whose socket it is.
    package let program: Program?
    package let user: UInt32

    package var description: String {
        program.map { "\($0.name) (pid \($0.pid))" } ?? "a process of user \(user)"
    }

    /// Who listens on a port, at whichever address.
    package static func all(of port: UInt16) -> [PortHolder] {
        let sockets = ListeningEntry.all(of: port)
        let owners = Self.owners(of: Set(sockets.map(\.inode)))
        var found: [PortHolder] = []
        for socket in sockets {
            let holder = PortHolder(program: owners[socket.inode].flatMap(program), user: socket.user)
            if !found.contains(holder) { found.append(holder) }
        }
        return found
    }

    /// Who else listens at an address and port where the process `pid` listens. The kernel spreads connections over all
    /// of them. Empty if the sockets of `pid` cannot be seen.
    package static func others(on port: UInt16, than pid: Int32) -> [PortHolder] {
        let listening = ListeningEntry.all(of: port)
        let own = sockets(of: pid)
        let addresses = Set(listening.filter { own.contains($0.inode) }.map(\.address))
        let foreign = listening.filter { addresses.contains($0.address) && !own.contains($0.inode) }
        let owners = Self.owners(of: Set(foreign.map(\.inode)))
        return foreign.map { PortHolder(program: owners[$0.inode].flatMap(program), user: $0.user) }
    }

    /// The process that has each socket open, by inode.
    private static func owners(of inodes: Set<UInt64>) -> [UInt64: Int32] {
        guard !inodes.isEmpty else { return [:] }
        var owners: [UInt64: Int32] = [:]
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        for pid in names.compactMap({ Int32($0) }) {
            for inode in sockets(of: pid).intersection(inodes) { owners[inode] = pid }
        }
        return owners
    }

    /// The inodes of a process's sockets; empty if this user cannot see them.
    private static func sockets(of pid: Int32) -> Set<UInt64> {
        let directory = "/proc/\(pid)/fd"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
        var found: Set<UInt64> = []
        for name in names {
            guard
                let target = try? FileManager.default.destinationOfSymbolicLink(
                    atPath: "\(directory)/\(name)"
                ),
                target.hasPrefix("socket:["), let inode = UInt64(target.dropFirst(8).dropLast())
            else { continue }
            found.insert(inode)
        }
        return found
    }

    /// The process that has a socket, or the one that started it and would start it again.
    private static func program(_ pid: Int32) -> Program? {
        guard var found = status(of: pid) else { return nil }
        var first = pid
        while let parent = status(of: found.parent), parent.name == found.name {
            first = found.parent
            found = parent
        }
        return Program(pid: first, name: found.name, isSupervised: first != pid)
    }

    private static func status(of pid: Int32) -> (name: String, parent: Int32)? {
        guard pid > 0, let text = contents("/proc/\(pid)/stat"), let open = text.firstIndex(of: "("),
            let end = text.lastIndex(of: ")")
        else { return nil }
        // After the name: the state, then the parent (proc(5)).
        let fields = text[text.index(after: end)...].split(separator: " ")
        guard fields.count > 1, let parent = Int32(fields[1]) else { return nil }
        return (String(text[text.index(after: open)..<end]), parent)
    }

    fileprivate static func contents(_ path: String) -> String? {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        // Files of /proc have no size, and a read returns less than is left.
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = unsafe read(descriptor, &buffer, buffer.count)
            guard count > 0 else { return count == 0 ? String(decoding: bytes, as: UTF8.self) : nil }
            bytes += buffer[..<count]
        }
    }
}

/// A listening socket in /proc/net/tcp or /proc/net/tcp6.
private struct ListeningEntry {
    /// In hexadecimal, as it is there.
    let address: Substring
    let user: UInt32
    let inode: UInt64

    static func all(of port: UInt16) -> [ListeningEntry] {
        ["/proc/net/tcp", "/proc/net/tcp6"].flatMap { file in
            (PortHolder.contents(file) ?? "").split(separator: "\n").compactMap { Self($0, port) }
        }
    }

    private init?(_ line: Substring, _ port: UInt16) {
        // Slot, local address, remote address, state, queues, timer, retransmissions, user, timeout, inode.
        let fields = line.split(separator: " ")
        guard fields.count > 9, fields[3] == "0A", let colon = fields[1].lastIndex(of: ":"),
            UInt16(fields[1][fields[1].index(after: colon)...], radix: 16) == port,
            let user = UInt32(fields[7]), let inode = UInt64(fields[9])
        else { return nil }
        address = fields[1][..<colon]
        self.user = user
        self.inode = inode
    }
}

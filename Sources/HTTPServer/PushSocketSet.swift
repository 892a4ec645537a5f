internal import Reactor

/// The streams of one loop and what they share.
final class PushSocketSet {
    struct Settings {
        var messageLimit = 4096
        /// Of a peer; one that sends more is closed with 1008.
        var framesPerSecond: Int
        var pingInterval = Duration.seconds(25)
        var progressTimeout = Duration.seconds(10)
        /// For the peer's part of a closing handshake.
        var closeTimeout = Duration.seconds(5)
    }

    let loop: EventLoop
    let settings: Settings
    /// Where frames are joined.
    var scratch: [UInt8] = []
    let buffer = ReceiveBuffer(size: 16 * 1024)
    private var readers: [FrameReader] = []
    /// Checked in turns, so that many sockets do not hold the loop all at the same time.
    private var members = [[Int32: PushSocket]](repeating: [:], count: PushSocketSet.sweeps)
    private var scheduled: [PushSocket] = []
    private var endings: [(socket: PushSocket, closure: SocketClosure)] = []

    static let sweeps = 16
    /// How many sockets are written to before the loop looks for other work.
    private static let batch = 128
    private static let spareReaders = 16

    init(_ settings: Settings, on loop: EventLoop) {
        self.settings = settings
        self.loop = loop
    }

    // MARK: Members

    func add(_ socket: PushSocket) {
        members[Int(socket.descriptor) % Self.sweeps][socket.descriptor] = socket
    }

    func remove(_ socket: PushSocket) {
        members[Int(socket.descriptor) % Self.sweeps][socket.descriptor] = nil
    }

    func sweep(_ index: Int, now: Instant) {
        for socket in members[index].values { socket.enforce(now: now) }
    }

    func closeAll(_ code: UInt16, _ reason: String) {
        for socket in members.joined().map(\.value) { socket.close(code, reason) }
    }

    func abandonAll() {
        for socket in members.joined().map(\.value) { socket.vanish() }
        endOfTurn()
    }

    // MARK: The end of a turn

    func schedule(_ socket: PushSocket) {
        scheduled.append(socket)
        // The end of this turn may have passed.
        if scheduled.count == 1 { loop.requestTurn() }
    }

    func ended(_ socket: PushSocket, _ closure: SocketClosure) {
        endings.append((socket, closure))
        loop.requestTurn()
    }

    /// Writes what was sent in the turn, to some of the sockets if they are many, and reports the ended ones.
    func endOfTurn() {
        if scheduled.count <= Self.batch {
            let all = scheduled
            scheduled = []
            for socket in all { socket.flush() }
        } else if !scheduled.isEmpty {
            let some = scheduled.prefix(Self.batch)
            scheduled.removeFirst(Self.batch)
            for socket in some { socket.flush() }
            loop.requestTurn()
        }
        guard !endings.isEmpty else { return }
        let ended = endings
        endings = []
        for (socket, closure) in ended { socket.reportClosure(closure) }
    }

    // MARK: Receiving

    func takeReader() -> FrameReader? { readers.popLast() ?? FrameReader() }

    /// For one that is between two frames.
    func giveBack(_ reader: FrameReader) {
        if readers.count < Self.spareReaders { readers.append(reader) }
    }
}

internal import CLinux

/// The loops of the program: one a core unless told otherwise.
package struct EventLoopGroup: Sendable {
    package let loops: [EventLoop]

    /// Makes the loops and starts their threads.
    package init(count: Int = EventLoopGroup.coreCount, name: String = "loop") throws(ReactorError) {
        var loops: [EventLoop] = []
        for index in 0..<max(1, count) {
            let loop = try EventLoop(index: index)
            try loop.start(name: "\(name)-\(index)")
            loops.append(loop)
        }
        self.loops = loops
    }

    /// The loop for work that belongs to no request.
    package var first: EventLoop { loops[0] }

    package func stop() {
        for loop in loops { loop.stop() }
    }

    /// The processors this program may run on.
    package static var coreCount: Int { Int(parlay_core_count()) }
}

internal import CLinux

/// The program's loops: one for each core by default.
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

    /// The loop for work outside of requests.
    package var first: EventLoop { loops[0] }

    package func stop() {
        for loop in loops { loop.stop() }
    }

    /// The number of processors that this program may use.
    package static var coreCount: Int { Int(parlay_core_count()) }
}

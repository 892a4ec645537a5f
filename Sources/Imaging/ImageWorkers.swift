internal import CLinux
internal import Glibc
package import Reactor

/// Converts untrusted images to photos, each in a separate process with its own limits.
package struct ImageWorkers: Sendable {
    /// The program that has the command `photo-worker`.
    private let program: String
    private let environment: [String]
    /// Waits for the processes, one a thread.
    private let pool: BlockingPool
    /// The total time for a photo, in seconds. A worker's processor time has its own, shorter limit.
    private let timeout: Int
    /// Photos in all sizes are always smaller.
    private static let longestAnswer = 16 * 1024 * 1024

    /// - Parameters:
    ///   - program: the path of `parlay`; the default is the program that runs, also after its file was replaced.
    ///   - libraryPath: where the dynamic linker looks first, if anywhere but in the usual places.
    package init(
        program: String = "/proc/self/exe",
        libraryPath: String? = nil,
        pool: BlockingPool,
        timeout: Int = 30
    ) {
        self.program = program
        self.timeout = timeout
        // One arena, because the memory limit counts reserved memory, and every arena reserves 64 MB. No image may be
        // so large that it is written to a file, because the worker may write none.
        environment =
            ["MALLOC_ARENA_MAX=1", "VIPS_DISC_THRESHOLD=4g"]
            + (libraryPath.map { ["LD_LIBRARY_PATH=\($0)"] } ?? [])
        self.pool = pool
    }

    /// The photo in all sizes and formats.
    ///
    /// - Parameters:
    ///   - crop: an area of the upright image; `nil` is all of it.
    /// - Throws: `ImageError`, or `ReactorError.poolFull`.
    package func render(_ bytes: [UInt8], _ kind: ImageKind, crop: PixelArea?) async throws -> [Rendition] {
        try await pool.run { try developed(bytes, kind, crop) }
    }

    private func developed(
        _ bytes: [UInt8],
        _ kind: ImageKind,
        _ crop: PixelArea?
    ) throws(ImageError) -> [Rendition] {
        let worker = try WorkerProcess(program, ["photo-worker"], environment)
        let request = WorkerRequest(kind: kind, byteCount: bytes.count, crop: crop)
        let deadline = ContinuousClock.now + .seconds(timeout)
        let reply = worker.exchange(
            [request.bytes, bytes],
            longestAnswer: Self.longestAnswer,
            deadline: deadline
        )
        guard let reply else {
            worker.kill()
            throw .late
        }
        switch (worker.end(by: deadline), WorkerAnswer(reply)) {
        case (_, .photo(let renditions)?): return renditions
        case (_, .unreadable(let why)?): throw .unreadable(why)
        case (_, .tooManyPixels(let width, let height)?): throw .tooManyPixels(width: width, height: height)
        case (_, .outside(let width, let height)?): throw .outside(width: width, height: height)
        case (_, .broken(let why)?): throw .worker(why)
        case (.signal(SIGXCPU), nil): throw .tooCostly
        // How glib, libc and the kernel end a process that runs out of memory or crashes.
        case (.signal(SIGABRT), nil), (.signal(SIGTRAP), nil), (.signal(SIGSEGV), nil),
            (.signal(SIGBUS), nil),
            (.signal(SIGILL), nil), (.signal(SIGFPE), nil), (.signal(SIGXFSZ), nil):
            throw .tooCostly
        // Killed from outside: the machine has no memory left.
        case (.signal(SIGKILL), nil): throw .late
        case (.signal(let signal), nil): throw .worker("the photo worker was killed by signal \(signal)")
        case (.code(let code), nil):
            throw .worker("the photo worker exited with code \(code) without an answer")
        }
    }
}

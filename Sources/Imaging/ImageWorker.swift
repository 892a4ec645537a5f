internal import CLinux
internal import Glibc

/// The process that decodes one image and exits: `parlay photo-worker`. It reads a `WorkerRequest` and the image from
/// standard input and writes a `WorkerAnswer`; it has no secrets, no other descriptors and no rights beyond this.
package enum ImageWorker {
    /// Memory that decoding may use in addition to the program at its start. The worst image of 40 megapixels, a
    /// cropped WebP with transparency, needs five sixths of it; a JPEG at most half.
    package static let memoryLimit = 896 * 1024 * 1024
    /// Of processor time.
    package static let secondsLimit = 10

    /// Returns when the answer is written.
    package static func run() {
        // If the front has ended, no one waits for the answer.
        _ = parlay_die_with_parent(SIGKILL)
        var header = [UInt8](repeating: 0, count: WorkerRequest.byteCount)
        guard unsafe header.withUnsafeMutableBytes({ unsafe read(into: $0) }),
            let request = WorkerRequest(header)
        else {
            return
        }
        // Never freed: libvips may read it until the process ends.
        let image = UnsafeMutableRawBufferPointer.allocate(byteCount: request.byteCount, alignment: 16)
        guard unsafe read(into: image) else { return }
        write(unsafe answer(to: request, UnsafeRawBufferPointer(image)).bytes)
    }

    private static func answer(to request: WorkerRequest, _ image: UnsafeRawBufferPointer) -> WorkerAnswer {
        do throws(ImageError) {
            let renderer = try PhotoRenderer()
            limitResources()
            return .photo(try unsafe renderer.render(image, request.kind, crop: request.crop))
        } catch {
            switch error {
            case .unreadable(let why): return .unreadable(why)
            case .tooManyPixels(let width, let height): return .tooManyPixels(width: width, height: height)
            case .outside(let width, let height): return .outside(width: width, height: height)
            case .worker(let why): return .broken(why)
            case .tooCostly, .late: return .broken("the worker refused")
            }
        }
    }

    private static func limitResources() {
        parlay_limit_memory(UInt(memoryLimit))
        parlay_limit(Int32(RLIMIT_CPU.rawValue), UInt(secondsLimit))
        // It writes no files and no core dump.
        parlay_limit(Int32(RLIMIT_FSIZE.rawValue), 0)
        parlay_limit(Int32(RLIMIT_CORE.rawValue), 0)
    }

    private static func read(into buffer: UnsafeMutableRawBufferPointer) -> Bool {
        var count = 0
        while count < buffer.count {
            let result = unsafe Glibc.read(0, buffer.baseAddress?.advanced(by: count), buffer.count - count)
            if result < 0 && errno == EINTR { continue }
            guard result > 0 else { return false }
            count += result
        }
        return true
    }

    private static func write(_ bytes: [UInt8]) {
        var count = 0
        while count < bytes.count {
            let result = unsafe bytes.withUnsafeBytes { buffer in
                unsafe Glibc.write(1, buffer.baseAddress?.advanced(by: count), buffer.count - count)
            }
            if result < 0 && errno == EINTR { continue }
            guard result > 0 else { return }
            count += result
        }
    }
}

internal import CLinux

package enum ReactorError: Error, Equatable, CustomStringConvertible {
    case system(call: String, errno: Int32)
    /// The blocking-work pool's queue is full; nothing was done.
    case poolFull

    package var description: String {
        switch self {
        case .system(let call, let code): "\(call): \(unsafe String(cString: strerror(code)))"
        case .poolFull: "the blocking-work queue is full"
        }
    }
}

internal import Glibc

enum MovePause {
    static func short() { usleep(2_000) }
}

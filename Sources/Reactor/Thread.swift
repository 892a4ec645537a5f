internal import CLinux

/// A detached POSIX thread with the signals of the program blocked: only the main thread takes signals.
package enum Thread {
    private final class Start {
        let name: String
        let body: @Sendable () -> Void
        init(name: String, body: @escaping @Sendable () -> Void) {
            self.name = name
            self.body = body
        }
    }

    package static func detach(name: String, _ body: @escaping @Sendable () -> Void) throws(ReactorError) {
        let start = unsafe Unmanaged.passRetained(Start(name: name, body: body)).toOpaque()
        var thread = pthread_t()
        let code = unsafe pthread_create(
            &thread,
            nil,
            { raw in
                guard let raw = unsafe raw else { return nil }
                let start = unsafe Unmanaged<Start>.fromOpaque(raw).takeRetainedValue()
                unsafe parlay_name_thread(start.name)
                start.body()
                return nil
            },
            start
        )
        guard code == 0 else {
            unsafe Unmanaged<Start>.fromOpaque(start).release()
            throw .system(call: "pthread_create", errno: code)
        }
        pthread_detach(thread)
    }
}

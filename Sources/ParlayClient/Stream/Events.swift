public import ParlayAPI

extension Parlay {
    /// What happens to the signed-in person, as it happens:
    ///
    ///     for try await change in parlay.events {
    ///         switch change {
    ///         case .reset: await model.readAll()
    ///         case .event(let event): await model.read(event.topic)
    ///         }
    ///     }
    ///
    /// It begins with a reset: read what you show. From then on no event is missed or repeated. When the connection is lost, it
    /// is opened again after 0.5 to 30 seconds and goes on where it was; where events are gone by then, there is another
    /// reset. It ends when the task is cancelled or the loop is left, and throws when trying again is useless, such as when the
    /// person is signed out. While the app is busy with an event, later ones wait at the server, which then keeps only the latest
    /// of each type and subject.
    public var events: Events { Events(engine: engine) }

    /// See `Parlay.events`. Each iteration has a connection of its own.
    public struct Events: AsyncSequence, Sendable {
        public typealias Element = EventChange

        let engine: Engine
        private var number: Int64?

        init(engine: Engine) { self.engine = engine }

        /// Goes on after the event with this number, without a reset unless later ones are gone.
        public func after(_ number: Int64) -> Events {
            var events = self
            events.number = number
            return events
        }

        public func makeAsyncIterator() -> Iterator { Iterator(engine, after: number) }
    }
}

/// An element of `Parlay.events`.
public enum EventChange: Hashable, Sendable {
    /// Read again what you show: events before this are unknown.
    case reset
    case event(StreamEvent)
}

extension Parlay.Events {
    /// Opens a connection at the first `next()` and closes it when it is released.
    public struct Iterator: AsyncIteratorProtocol {
        /// Sends each call once: the session decides about trying again.
        private let engine: Engine
        private var session: EventSession
        private var connection: (any WebSocketConnection)?
        /// Of the connection.
        private var token: String?
        /// `nil` after an error that was thrown.
        private var following: EventSession.Event? = .started

        init(_ engine: Engine, after number: Int64?) {
            var once = engine
            once.retries.attempts = 1
            self.engine = once
            session = EventSession(after: number, random: engine.retries.random)
        }

        /// The number of the last event, for `after(_:)`; `nil` before the first reset.
        public var number: Int64? { session.number }

        /// The next change; `nil` after an error that was thrown.
        public mutating func next() async throws(ParlayError) -> EventChange? {
            guard var event = following else { return nil }
            while true {
                let action =
                    Task.isCancelled ? .fail(.cancelled) : session.receive(event, at: engine.ticker.now())
                switch action {
                case .locate: event = .located(await position())
                case .connect(let number): event = await connect(after: number)
                case .receive: event = await receive()
                case .pause(let time):
                    // A cancelled pause ends early.
                    try? await engine.ticker.sleep(time)
                    event = .pauseEnded
                case .deliver(let change):
                    following = .delivered
                    return change
                case .fail(let error):
                    following = nil
                    throw await end(error)
                }
            }
        }

        private mutating func end(_ error: ParlayError) async -> ParlayError {
            connection?.close(code: 1000)
            connection = nil
            guard error.problem?.status == 401, let token else { return error }
            do throws(ParlayError) {
                try await engine.keeper.refused(token)
                return error
            } catch {
                return error
            }
        }

        private func position() async -> Result<Int64, ParlayError> {
            do throws(ParlayError) {
                let answer = try await engine.answer(Call(SettingsCalls.show))
                guard let number = answer.header("Stream-Position").flatMap({ Int64($0) }) else {
                    throw .decoding(
                        JSON.failure("Stream-Position", "The answer does not have this header.", in: answer)
                    )
                }
                return .success(number)
            } catch {
                return .failure(error)
            }
        }

        private mutating func connect(after number: Int64) async -> EventSession.Event {
            let request: TransportRequest
            do throws(ParlayError) {
                guard let token = try await engine.keeper.signIn()?.token else { throw .notSignedIn }
                self.token = token
                let call = Call(StreamCalls.stream).asking(StreamCalls.after, String(number))
                request = try engine.request(call, token: token)
            } catch {
                return .located(.failure(error))
            }
            do throws(WebSocketError) {
                connection = try await engine.sockets.connect(request)
                return .opened
            } catch {
                return .ended(error)
            }
        }

        private mutating func receive() async -> EventSession.Event {
            while let connection {
                do throws(WebSocketError) {
                    if case .text(let text) = try await connection.receive(), let event = JSON.event(text) {
                        return .message(event)
                    }
                    // Messages of other kinds come from later servers.
                } catch {
                    self.connection = nil
                    return .ended(error)
                }
            }
            return .ended(.failed(.connectionLost("")))
        }
    }
}

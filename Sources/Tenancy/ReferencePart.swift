package import ParlayAPI

/// What a component adds to the reference: to `/openapi.json`, to the pages below `/docs` and to their search.
package struct ReferencePart: Sendable {
    /// The place of a chapter or a guide in the contents; equal places follow the order of the components.
    package enum Place: Int, Sendable { case start, everyone, modules, tenant, admins, operators }

    /// Some calls, on a page.
    package struct Chapter: Sendable {
        package let place: Place
        package let title: String
        package let summary: String
        /// The first words of its paths, for calls of no module: after `admin/` in a chapter for `.admins`. One without words has the
        /// others of them.
        package let words: [String]
        /// Whether its calls stand in the order of `words`, because several components fill it.
        package let isByWord: Bool
        /// The name of the guide to read first.
        package let guide: String?

        package init(
            _ place: Place,
            _ title: String,
            _ summary: String,
            words: [String] = [],
            isByWord: Bool = false,
            guide: String? = nil
        ) {
            self.place = place
            self.title = title
            self.summary = summary
            self.words = words
            self.isByWord = isByWord
            self.guide = guide
        }
    }

    /// A file of `docs/`.
    package struct Guide: Sendable {
        package let place: Place
        /// The file's name, such as `getting-started`.
        package let name: String
        /// Its readers and content, in one line.
        package let summary: String

        package init(_ place: Place, _ name: String, _ summary: String) {
            self.place = place
            self.name = name
            self.summary = summary
        }
    }

    /// A call as code to copy. Its values are those of the demo, as `ada` sees it, so that they work there.
    package struct Sample: Sendable, ExpressibleByStringLiteral {
        /// With `ParlayClient`, which keeps the token itself; `nil` if it has no such call.
        package let swift: String?
        /// The value for `{id}` in its path.
        package let id: Int64
        /// Values for required parameters, and for those that make a result more useful.
        package let query: [(name: String, value: String)]

        package init(_ swift: String? = nil, id: Int64 = 1, query: [(name: String, value: String)] = []) {
            self.swift = swift
            self.id = id
            self.query = query
        }

        package init(stringLiteral swift: String) { self.init(swift) }
    }

    /// A type of event in people's streams.
    package struct Event: Sendable {
        /// Such as `match.made`.
        package let type: String
        /// The type of its subject.
        package let subject: String
        /// What has happened: a sentence.
        package let summary: String

        package init(_ type: String, about subject: String, _ summary: String) {
            self.type = type
            self.subject = subject
            self.summary = summary
        }
    }

    /// What a WebSocket sends and takes, for `/asyncapi.json`.
    package struct Channel: Sendable {
        package struct Message: Sendable {
            package let name: String
            package let summary: String
            /// A JSON schema.
            package let payload: JSONValue
            /// By the client.
            package let isSent: Bool

            package init(_ name: String, _ summary: String, payload: JSONValue, isSent: Bool = false) {
                self.name = name
                self.summary = summary
                self.payload = payload
                self.isSent = isSent
            }
        }

        /// The name of the call that opens it.
        package let call: String
        package let messages: [Message]

        package init(_ call: String, _ messages: [Message]) {
            self.call = call
            self.messages = messages
        }
    }

    /// The module whose calls it describes; `nil` for what every tenant has.
    package let module: Module?
    /// The demo tenant that its samples name.
    package let tenant: String?
    package let chapters: [Chapter]
    package let guides: [Guide]
    /// By the names of their calls.
    package let samples: [String: Sample]
    /// What its people are told of in their streams.
    package let events: [Event]
    /// Other WebSockets, and what people's streams take.
    package let channels: [Channel]
    /// Searching for one word of a group also finds the others.
    package let synonyms: [[String]]

    package init(
        _ module: Module? = nil,
        tenant: String? = nil,
        chapters: [Chapter] = [],
        guides: [Guide] = [],
        samples: [String: Sample] = [:],
        events: [Event] = [],
        channels: [Channel] = [],
        synonyms: [[String]] = []
    ) {
        self.module = module
        self.tenant = tenant
        self.chapters = chapters
        self.guides = guides
        self.samples = samples
        self.events = events
        self.channels = channels
        self.synonyms = synonyms
    }
}

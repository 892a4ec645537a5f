internal import ParlayAPI
package import Tenancy

extension ReferencePart {
    /// What happens to a person.
    package static let stream = ReferencePart(
        chapters: [
            Chapter(
                .everyone,
                "Stream",
                "What happens to you, as it happens, over one connection.",
                words: ["stream"],
                guide: "stream"
            )
        ],
        guides: [
            Guide(
                .everyone,
                "stream",
                "Follow what happens to a person: read, then follow, and resume without a gap."
            )
        ],
        samples: [
            "openStream": """
            for try await change in parlay.events {
                if case .event(let event) = change { print(event.type, event.topic) }
            }
            """
        ],
        events: [
            Event("device.signed_in", about: "device", "A device has signed in."),
            Event(
                "device.revoked",
                about: "device",
                "A device was signed out, or your account suspended. Its own streams end."
            ),
        ],
        channels: [
            Channel(
                "openStream",
                [
                    .init(
                        "token",
                        "From now on the stream ends with this token.",
                        payload: [
                            "type": "object", "properties": ["token": ["type": "string"]],
                            "required": ["token"],
                        ],
                        isSent: true
                    )
                ]
            )
        ],
        synonyms: [["stream", "sse", "server-sent events", "subscribe", "real time"]]
    )
}

package import ParlayAPI
internal import Tenancy

/// The WebSockets as an AsyncAPI 3 document.
package struct AsyncAPI: Sendable {
    private typealias Message = ReferencePart.Channel.Message

    private let handbook: Handbook
    /// In the order of the parts; the messages of one call are together.
    private let channels: [(name: String, messages: [Message])]

    package init(_ handbook: Handbook) {
        self.handbook = handbook
        var channels: [(name: String, messages: [Message])] = [
            ("openStream", handbook.contents.events.map(Self.message))
        ]
        for channel in handbook.contents.channels {
            if let index = channels.firstIndex(where: { $0.name == channel.call }) {
                channels[index].messages += channel.messages
            } else {
                channels.append((channel.call, channel.messages))
            }
        }
        self.channels = channels
    }

    package var document: JSONObject {
        [
            "asyncapi": "3.0.0",
            "info": [
                "title": "Parlay",
                "version": .string(handbook.version),
                "description": "What WebSockets send and take. Some are also there as server-sent events.",
                "license": ["name": "Apache-2.0"],
            ],
            "defaultContentType": "application/json",
            "channels": .object(JSONObject(channels.map { ($0.name, channel($0.name, $0.messages)) })),
            "operations": .object(JSONObject(channels.flatMap { operations($0.name, $0.messages) })),
            "components": [
                "messages": .object(
                    JSONObject(channels.flatMap(\.messages).map { ($0.name, Self.described($0)) })
                ),
                "securitySchemes": [
                    "token": [
                        "type": "http", "scheme": "bearer",
                        "description": "The token from signing in, or a ticket in the query.",
                    ]
                ],
            ],
        ]
    }

    private func channel(_ name: String, _ messages: [Message]) -> JSONValue {
        let call = handbook.calls.first { $0.name == name }
        let query = JSONObject(
            (call?.query ?? []).map { ($0.name, ["description": .string($0.field.summary)]) }
        )
        return [
            "address": .string(call?.path ?? ""),
            "title": .string(call?.summary ?? ""),
            "description": .string(call?.details ?? ""),
            "parameters": ["tenant": ["description": "The tenant's name in paths."]],
            "messages": .object(JSONObject(messages.map { ($0.name, .reference("messages", $0.name)) })),
            "bindings": [
                "ws": ["method": "GET", "query": ["type": "object", "properties": .object(query)]]
            ],
        ]
    }

    /// What the server sends, and what it takes.
    private func operations(_ name: String, _ messages: [Message]) -> [(String, JSONValue)] {
        [false, true].compactMap { isSent in
            let own = messages.filter { $0.isSent == isSent }
            guard !own.isEmpty else { return nil }
            let references = own.map { message -> JSONValue in
                ["$ref": .string("#/channels/\(name)/messages/\(message.name)")]
            }
            let operation: JSONValue = [
                "action": isSent ? "receive" : "send",
                "channel": ["$ref": .string("#/channels/\(name)")],
                "security": [.reference("securitySchemes", "token")],
                "messages": .array(references),
            ]
            return (name + (isSent ? "Input" : "Output"), operation)
        }
    }

    // MARK: Messages

    private static func described(_ message: Message) -> JSONValue {
        [
            "name": .string(message.name), "summary": .string(message.summary), "payload": message.payload,
        ]
    }

    private static func message(_ event: ReferencePart.Event) -> Message {
        Message(event.type, event.summary, payload: .object(payload(of: event)))
    }

    private static func payload(of event: ReferencePart.Event) -> JSONObject {
        guard case .object(let schema) = FieldDescription.schema(of: StreamEvent.fields, .resource),
            let properties = schema["properties"]?.asObject
        else { return [:] }
        let type: JSONValue = ["type": "string", "const": .string(event.type)]
        return schema.replacing("properties", with: .object(properties.replacing("type", with: type)))
    }
}

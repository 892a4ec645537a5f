/// The calls about API keys. No key can make them.
package enum KeyCalls {
    private static let exampleBody: JSONValue = [
        "label": "Results from the stadium", "scopes": ["events:write"],
        "expires_at": "2099-12-31T23:59:59Z", "networks": ["192.0.2.0/24"],
    ]

    package static let list = Endpoint<Void, Never, ListPage<APIKey>>(.get, "admin/keys")
        .access(.role(.admin)).titled("List API keys").named("listAPIKeys")
        .explained(
            "Newest first, without revoked ones. Secrets are not shown again; `prefix` has the first characters of each."
        )
        .paged.answering(200)

    package static let create = Endpoint<Void, APIKeyUpdate, CreatedAPIKey>(.post, "admin/keys")
        .access(.role(.admin)).titled("Create an API key").named("createAPIKey")
        .explained(
            """
            For a server of yours: it sends the secret as its token. The answer contains the secret, which is not shown again: only \
            its digest is stored. A key does what its scopes say, from the networks that it names, and is refused elsewhere like an \
            unknown one. It never gives roles, makes keys or acts as a person. To replace a key, create another, switch the server \
            over, and revoke the first.
            """
        )
        .taking(example: Self.exampleBody).answering(201)

    package static let show = Endpoint<Int64, Never, APIKey>(.get, "admin/keys/{id:id}")
        .access(.role(.admin)).titled("Show an API key").named("showAPIKey")
        .explained("Without its secret.").answering(200)
        .refusing(404, "not_found", "There is no such key, or it was revoked.")

    package static let change = Endpoint<Int64, APIKeyUpdate, APIKey>(.patch, "admin/keys/{id:id}")
        .access(.role(.admin)).titled("Change an API key").named("changeAPIKey")
        .explained("The secret stays the same. What changes holds for the next call.")
        .taking(mode: .merge, example: ["scopes": ["events:read"]]).answering(200)
        .refusing(404, "not_found", "There is no such key, or it was revoked.")

    package static let revoke = Endpoint<Int64, Never, Void>(.delete, "admin/keys/{id:id}")
        .access(.role(.admin)).titled("Revoke an API key").named("revokeAPIKey")
        .explained(
            "It stops working immediately, and its open streams end within a second. The audit log still names it."
        )
        .irreversible("The server that uses the key can no longer call the API.")
        .answering(204)
        .refusing(404, "not_found", "There is no such key, or it was revoked.")
}

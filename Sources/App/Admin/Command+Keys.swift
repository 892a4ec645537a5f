internal import Console
internal import ParlayAPI

extension Command {
    static let keyCreate = changing(
        "admin key create",
        alias: "admin keys create",
        KeyCalls.create,
        arguments: ["LABEL"],
        "create an API key for a server",
        details:
            "The secret is printed once. The scopes are \(KeyScope.allCases.map(\.rawValue).joined(separator: ", "))."
            + " Writing includes reading.",
        example: "parlay admin key create Results --tenant demo --scopes events:write",
        done: { "created key \($0.key.id); its secret is shown only now:\n\($0.secret)" }
    )

    static let keyList = listing(
        "admin key list",
        alias: "admin keys list",
        KeyCalls.list,
        "list API keys, newest first",
        details: "Secrets are not shown again. Revoked keys are not listed.",
        example: "parlay admin key list --tenant demo",
        empty: "No API keys found.",
        columns: [
            ("ID", { String($0.id) }), ("LABEL", \.label), ("PREFIX", \.prefix),
            ("SCOPES", { $0.scopes.map(\.rawValue).joined(separator: ",") }),
            ("NETWORKS", { $0.networks.joined(separator: ",") }),
            ("LAST USED (UTC)", { $0.lastUsedAt?.short ?? "" }),
            ("EXPIRES (UTC)", { $0.expiresAt?.short ?? "" }),
        ]
    )

    static let keyRevoke = removing(
        "admin key revoke",
        alias: "admin keys revoke",
        KeyCalls.revoke,
        "revoke an API key",
        details: "The key stops working immediately. `parlay admin key list` shows the IDs.",
        example: "parlay admin key revoke 4 --tenant demo",
        done: ("revoked", "key")
    )
}

/// Making passkeys, and signing in with them (WebAuthn Level 3).
package enum PasskeyCalls {
    private static let registration: JSONValue = [
        "id": "mZ5r1m3oQkuP2w", "rawId": "mZ5r1m3oQkuP2w", "type": "public-key",
        "response": [
            "clientDataJSON": "eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIn0", "attestationObject": "o2NmbXRkbm9uZQ",
            "transports": ["hybrid", "internal"],
        ],
    ]
    private static let assertion: JSONValue = [
        "id": "mZ5r1m3oQkuP2w", "rawId": "mZ5r1m3oQkuP2w", "type": "public-key",
        "response": [
            "clientDataJSON": "eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0",
            "authenticatorData": "SZYN5YgOjGh0NBcPZHZgW4",
            "signature": "MEUCIQDGqY8bC8r5", "userHandle": "rZ2v0mJtT7Wl4A",
        ],
    ]

    package static let options = Endpoint<Void, PasskeyCeremony, PasskeyOptions>(.post, "passkeys/options")
        .access(.optionalToken).repeating(.harmless)
        .titled("Begin to make a passkey, or to sign in with one").named("passkeyOptions")
        .explained(
            """
            For `sign_in` no token is needed. With `username`, only a passkey of that account signs in; the answer is the same whether or \
            not there is such an account. For `create`, the account of the token gets the passkey.
            """
        )
        .taking(example: ["purpose": "sign_in"]).answering(200)
        .refusing(
            409,
            "passkeys_unavailable",
            "The app's address is an IP address, for which no browser makes passkeys. Give the app a host."
        )
        .refusing(429, "throttled", "Too many failed sign-ins from this address.")

    package static let create = Endpoint<Void, PasskeyDraft, Passkey>(.post, "passkeys")
        .titled("Store a new passkey").named("createPasskey")
        .explained(
            "The proof is that of a change of the password: `current`, or an ID token for an account without a password."
        )
        .taking(example: [
            "label": "Ada's phone", "credential": registration, "current": "correct horse battery",
        ])
        .answering(201)
        .refusing(409, "passkeys_unavailable", "The app's address is an IP address.")
        .refusing(403, "bad_password", "`current` is not the account's password.").provingWithoutPassword
        .guessingPasswords

    package static let list = Endpoint<Void, Never, ListPage<Passkey>>(.get, "passkeys")
        .titled("List your passkeys").named("listPasskeys")
        .explained("Newest first.").paged.answering(200)

    package static let change = Endpoint<Int64, PasskeyUpdate, Passkey>(.patch, "passkeys/{id:id}")
        .titled("Rename a passkey").named("renamePasskey")
        .explained("The name is for its owner alone, and may be empty.")
        .path("id", "The passkey's id, from the list.")
        .taking(mode: .merge, example: ["label": "Ada's phone"]).answering(200)

    package static let delete = Endpoint<Int64, Never, Void>(.delete, "passkeys/{id:id}")
        .titled("Delete a passkey").named("deletePasskey")
        .explained(
            """
            It no longer signs in. The authenticator still shows it until it is deleted there, too. Devices that are signed in stay \
            signed in.
            """
        )
        .path("id", "The passkey's id, from the list.").answering(204)
        .refusing(
            409,
            "last_credential",
            "The account has no password, no outside account and no other passkey. Set a password by a reset code first."
        )

    package static let signIn = Endpoint<Void, PasskeyCredentials, SignedIn>(.post, "login/passkey")
        .access(.open).titled("Sign in with a passkey").named("loginWithPasskey")
        .explained(
            """
            Creates a token for this device. A challenge signs in once. Refused passkeys count as failed sign-ins of the address. A \
            passkey counts as two factors.
            """
        )
        .taking(example: ["credential": assertion, "device": "Ada's phone"]).answering(
            200,
            example: SignedIn.ada
        )
        .refusing(403, "account_suspended", "The passkey is valid, but the account is suspended.")
        .refusing(
            409,
            "edit_conflict",
            "The account or the passkey was changed at the same time. Sign in again."
        )
        .refusing(409, "passkeys_unavailable", "The app's address is an IP address.")
        .refusing(429, "throttled", "Too many failed sign-ins from this address.")
}

/// The calls about devices, and signing out.
package enum TokenCalls {
    package static let logOut = Endpoint<Void, Logout, Void>(.post, "logout")
        .titled("Sign out").named("logout").forSetUp
        .explained("Revokes the token of this call, or with `everywhere` the tokens of all your devices.")
        .irreversible("Revokes the token; with `everywhere`, those of all your devices.")
        .taking(example: ["everywhere": true]).answering(204)

    package static let list = Endpoint<Void, Never, ListPage<TokenInfo>>(.get, "tokens")
        .positioned
        .titled("List your devices").named("listTokens")
        .explained("One token for each device that is signed in, newest first.").paged.answering(200)

    package static let revoke = Endpoint<Int64, Never, Void>(.delete, "tokens/{id:id}")
        .titled("Sign out a device").named("revokeToken")
        .explained("The token stops working immediately.")
        .path("id", "The token's id, from the list.").answering(204)
}

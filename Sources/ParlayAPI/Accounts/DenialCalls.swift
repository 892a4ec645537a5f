/// The call behind the links *this was not me* in mails.
package enum DenialCalls {
    package static let deny = Endpoint<Void, Denial, Void>(.post, "not-me")
        .access(.open).repeating(.never)
        .titled("Say that it was somebody else").named("denyNotice")
        .explained(
            """
            For the link in the mail about a security notice. Signs out all devices, ends an admin's reset of the second factor, and \
            mails a code for a new password. Of the last 24 hours it undoes a change of the email address, and removes passkeys, \
            outside accounts, a second factor that was turned on, recovery codes that were replaced, and a password that was \
            changed. The code works once and for 7 days.
            """
        )
        .irreversible("Signs out all devices of the account.")
        .taking(example: ["code": "NDFXt7mHJrLpz8gq2mDk1Q"]).answering(204)
        .refusing(404, "link_expired", "The code is unknown, used or expired.")
}

/// The body of `POST /not-me/`.
public struct Denial: RequestBody, Hashable {
    /// The last part of the link in the mail.
    public var code: String = ""

    public init(code: String) { self.code = code }

    static let code = BodyField.text("code", 1...200, "The last part of the link in the mail.")

    package init() {}

    package mutating func members(_ body: inout some BodyVisitor) {
        body.field(Self.code, &code)
    }
}

/// The calls about profiles.
package enum ProfileCalls {
    package static let showOwn = Endpoint<Void, Never, Profile>(.get, "profiles/me")
        .positioned
        .titled("Show your profile").named("getOwnProfile").forSetUp
        .explained("Includes `email`, which only you see.").answering(200)

    package static let replaceOwn = Endpoint<Void, ProfileUpdate, Profile>(.put, "profiles/me")
        .titled("Replace your profile").named("replaceOwnProfile")
        .replacing

    package static let changeOwn = Endpoint<Void, ProfileUpdate, Profile>(.patch, "profiles/me")
        .titled("Change some fields of your profile").named("changeOwnProfile")
        .changing

    package static let deleteOwn = Endpoint<Void, AccountDeletion, Void>(.delete, "profiles/me")
        .titled("Delete your account").named("deleteOwnAccount").deleting

    package static let deleteOwnByPost = Endpoint<Void, AccountDeletion, Void>(.post, "profiles/me/delete")
        .repeating(.never)
        .titled("Delete your account").named("deleteOwnAccountByPost").deleting

    package static let show = Endpoint<Int64, Never, Profile>(.get, "profiles/{id:id}")
        .positioned
        .titled("Show a person's profile").named("getProfile")
        .explained("Your own id works like `me`. `email` is only on your own profile.")
        .path("id", "The account's id.").answering(200)

    package static let replace = Endpoint<Int64, ProfileUpdate, Profile>(.put, "profiles/{id:id}")
        .titled("Replace your profile").named("replaceProfile")
        .replacing.ofOneself

    package static let change = Endpoint<Int64, ProfileUpdate, Profile>(.patch, "profiles/{id:id}")
        .titled("Change some fields of your profile").named("changeProfile")
        .changing.ofOneself

    package static let delete = Endpoint<Int64, AccountDeletion, Void>(.delete, "profiles/{id:id}")
        .titled("Delete your account").named("deleteAccount").deleting.ofOneself
}

extension Endpoint where Body == ProfileUpdate, Answer == Profile {
    fileprivate var replacing: Endpoint {
        explained("Omitted optional fields are cleared. Changing the email requires `current_password`.")
            .taking(example: [
                "username": "ada", "email": "ada@example.org", "first_name": "Ada", "last_name": "Moreau",
                "bio": "Tango, tapas and tongues.", "current_password": "correct horse battery",
            ])
            .updating
    }

    fileprivate var changing: Endpoint {
        explained(
            "Omitted fields do not change; `null` clears a field. Changing the email requires `current_password`."
        )
        .taking(mode: .merge, example: ["bio": "Tango, tapas and tongues."])
        .updating
    }

    private var updating: Endpoint {
        answering(200)
            .refusing(403, "bad_password", "`current_password` is not the account's password.")
            .provingWithoutPassword.guessingPasswords.provingLater
            .refusing(409, "username_taken", "The username is taken. Case does not matter.")
            .refusing(409, "email_taken", "An account with this email exists.")
            .refusing(
                409,
                "edit_conflict",
                "Another call changed the profile at the same time. Read it and try again."
            )
    }
}

extension Endpoint where Body == AccountDeletion, Answer == Void {
    fileprivate var deleting: Endpoint {
        irreversible("Permanently deletes the account you are signed in with.")
            .taking(example: ["password": "correct horse battery"]).answering(204)
            .refusing(403, "bad_password", "This is not the account's password.")
            .provingWithoutPassword.guessingPasswords.provingLater
            .refusing(409, "last_admin", "A tenant needs at least one admin.")
    }
}

extension Endpoint {
    fileprivate var ofOneself: Endpoint {
        path("id", "Your own id.").refusing(403, "forbidden", "The profile belongs to someone else.")
    }
}

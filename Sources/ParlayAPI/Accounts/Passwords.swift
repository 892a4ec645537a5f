/// The body of `PUT /password/`.
public struct PasswordChange: RequestBody, Codable, Hashable {
    public var current: String
    public var new: String

    public init(current: String, new: String) {
        self.current = current
        self.new = new
    }

    static let current = AccountFields.password("current", "The current password.")
    public static let new = AccountFields.password("new", "The new password.")

    public init(reading body: inout BodyReader) {
        current = body.read(Self.current)
        new = body.read(Self.new)
    }
}

/// The body of `POST /password/reset/`.
public struct PasswordReset: RequestBody, Codable, Hashable {
    public var email: String

    public init(email: String) {
        self.email = email
    }

    public init(reading body: inout BodyReader) {
        email = body.read(AccountFields.email)
    }
}

/// The body of `POST /password/reset/confirm/`.
public struct PasswordResetConfirmation: RequestBody, Codable, Hashable {
    public var code: String
    public var new: String

    public init(code: String, new: String) {
        self.code = code
        self.new = new
    }

    public static let code = BodyField.text("code", 1...100, "The code from the mail.")

    public init(reading body: inout BodyReader) {
        code = body.read(Self.code)
        new = body.read(PasswordChange.new)
    }
}

/// The body of `PUT /email/verification/`.
public struct EmailVerification: RequestBody, Codable, Hashable {
    public var code: String

    public init(code: String) {
        self.code = code
    }

    public init(reading body: inout BodyReader) {
        code = body.read(PasswordResetConfirmation.code)
    }
}

/// The body of `DELETE /profiles/me/` and `POST /profiles/me/delete/`.
public struct AccountDeletion: RequestBody, Codable, Hashable {
    public var password: String

    public init(password: String) {
        self.password = password
    }

    public init(reading body: inout BodyReader) {
        password = body.read(Credentials.password)
    }
}

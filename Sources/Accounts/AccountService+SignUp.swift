internal import Database
package import ParlayAPI
package import Tenancy

/// What registration requires, and what takes the place of the rest.
extension AccountService {
    /// Refuses a registration without a field that the tenant requires.
    ///
    /// - Parameter hasTicket: whether the body has a registration ticket that is valid; `nil` if it is not valid, and may
    ///     have brought the address.
    package static func validate(
        _ registration: Registration,
        hasTicket: Bool?,
        _ settings: TenantSettings,
        _ errors: inout FieldErrors
    ) {
        for field in settings.signUpFields where field.value(of: registration) == nil {
            if field == .email && hasTicket == nil { continue }
            if errors[field.rawValue].isEmpty { errors.add(field.rawValue, .required) }
        }
    }

    /// Refuses an update that clears a field that the tenant requires at sign-up.
    package static func validate(
        _ update: ProfileUpdate,
        _ settings: TenantSettings,
        _ errors: inout FieldErrors
    ) {
        for field in settings.signUpFields where field.isCleared(by: update) && errors[field.rawValue].isEmpty
        {
            errors.add(field.rawValue, .required)
        }
    }

    /// A free username for people who gave none: the local part of the address, or else the first name, and digits.
    func makeUsername(for registration: Registration, in session: Session) async throws -> String {
        let base = Self.usernameBase(registration)
        // The more of them are taken, the more digits.
        for digits in [4, 6, 9] {
            let candidates = (0..<8).map { _ in
                base + (0..<digits).map { _ in String(Int.random(in: 0...9)) }.joined()
            }
            let free = try await session.read(
                AccountStore.freeUsername(.id(session.tenant.id), .texts(candidates))
            )
            if let name = try free.first { return name }
        }
        throw AccountError.usernameTaken
    }

    /// In lower case, with room for nine digits.
    static func usernameBase(_ registration: Registration) -> String {
        let sources = [registration.email?.prefix { $0 != "@" }, registration.firstName?[...]]
        for source in sources.compactMap(\.self) {
            let letters = source.lowercased().unicodeScalars.filter(Self.isUsable).prefix(20)
            let name = String(String.UnicodeScalarView(letters))
            if !name.isEmpty && !isReserved(name + "-") { return name }
        }
        return "player"
    }

    private static func isUsable(_ character: Unicode.Scalar) -> Bool {
        switch character {
        case "a"..."z", "0"..."9", ".", "_", "-": true
        default: false
        }
    }

    /// Whether no one here has the username, and it can be one.
    func isAvailable(username: String, in session: Session) async throws -> Bool {
        let name = username.lowercased()
        var body = BodyReader(["username": .string(name)])
        _ = body.read(Registration.username)
        guard body.errors.isEmpty, !Self.isReserved(name), name.utf8.allSatisfy({ $0 < 0x80 }) else {
            return false
        }
        let free = try await session.read(AccountStore.freeUsername(.id(session.tenant.id), .texts([name])))
        return try free.first != nil
    }

    /// Whether no one here has the address, and it can be one.
    func isAvailable(email: String, in session: Session) async throws -> Bool {
        var body = BodyReader(["email": .string(email)])
        guard let address = body.read(Registration.email), body.errors.isEmpty else { return false }
        let free = try await session.read(AccountStore.freeEmail(.id(session.tenant.id), .text(address)))
        return try free.one
    }
}

extension SignUpField {
    fileprivate func value(of registration: Registration) -> String? {
        switch self {
        case .email: registration.email
        case .firstName: registration.firstName
        case .lastName: registration.lastName
        case .username: registration.username
        }
    }

    fileprivate func isCleared(by update: ProfileUpdate) -> Bool {
        switch self {
        case .email: update.email == .set(nil)
        case .firstName: update.firstName == .set(nil)
        case .lastName: update.lastName == .set(nil)
        case .username: false
        }
    }
}

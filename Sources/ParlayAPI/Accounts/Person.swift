/// How another account is shown wherever one stands.
public struct Person: Codable, Hashable, Sendable, JSONWritable {
    public var id: Int64
    public var username: String
    public var firstName: String
    public var lastName: String
    /// A path with a version; `nil` without a photo.
    public var photo: String?

    public init(id: Int64, username: String, firstName: String, lastName: String, photo: String? = nil) {
        self.id = id
        self.username = username
        self.firstName = firstName
        self.lastName = lastName
        self.photo = photo
    }

    enum CodingKeys: String, CodingKey {
        case id
        case username
        case firstName = "first_name"
        case lastName = "last_name"
        case photo
    }

    public func write(to writer: inout JSONWriter) {
        writer.object { writer in writeMembers(to: &writer) }
    }

    func writeMembers(to writer: inout JSONWriter) {
        writer.member(CodingKeys.id, id)
        writer.member(CodingKeys.username, username)
        writer.member(CodingKeys.firstName, firstName)
        writer.member(CodingKeys.lastName, lastName)
        writer.member(CodingKeys.photo, photo)
    }
}

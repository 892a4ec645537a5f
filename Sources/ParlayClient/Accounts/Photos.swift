public import Foundation
public import ParlayAPI

/// The size of a photo: pixels of its longest side.
public enum PhotoSize: Int, CaseIterable, Sendable {
    case small = 64
    case medium = 256
    case large = 1024
}

/// The format of an image, as its media type.
public enum PhotoFormat: String, CaseIterable, Sendable {
    case jpeg = "image/jpeg"
    case png = "image/png"
    case webp = "image/webp"
}

/// A part of an image, in pixels of the upright image.
public struct PhotoCrop: Hashable, Sendable {
    /// Pixels from the left edge, 0 or more.
    public var x: Int
    /// Pixels from the top edge, 0 or more.
    public var y: Int
    /// In pixels, at least 1.
    public var width: Int
    /// In pixels, at least 1.
    public var height: Int

    public init(x: Int, y: Int, width: Int, height: Int) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }
}

extension Parlay.Profiles {
    /// A person's photo as JPEG; `nil` if there is none. `Person.photo` says whether there is one, and changes with
    /// it.
    public func photo(of id: Person.ID, size: PhotoSize = .medium) async throws(ParlayError) -> Data? {
        var call = Call(PhotoCalls.show, at: id).asking(PhotoCalls.size, String(size.rawValue))
        call.accept = PhotoFormat.jpeg.rawValue
        do {
            return try await engine.answer(call).body
        } catch .problem(let problem, _) where problem.code == "no_photo" {
            return nil
        }
    }

    /// Replaces your profile photo: up to 8 MiB and 40 megapixels. The server turns it upright and removes its
    /// metadata.
    @discardableResult
    public func setPhoto(_ image: Data, format: PhotoFormat, crop: PhotoCrop? = nil)
        async throws(ParlayError) -> Profile
    {
        try await engine.value(
            Call(PhotoCalls.replaceOwn, raw: image, contentType: format.rawValue)
                .asking(PhotoCalls.crop, crop.map { "\($0.x),\($0.y),\($0.width),\($0.height)" })
        )
    }

    /// Deletes your profile photo.
    public func removePhoto() async throws(ParlayError) {
        try await engine.send(Call(PhotoCalls.removeOwn))
    }
}

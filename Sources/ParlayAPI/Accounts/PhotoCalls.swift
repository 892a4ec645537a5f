/// The calls about profile photos, each at the caller's own path and at a person's.
package enum PhotoCalls {
    package static let size = QueryField.integer(
        "size",
        64...1024,
        "Pixels of the longest side: 64, 256 or 1024."
    )
    .defaulting(to: 256)
    package static let version = QueryField.integer("v", 1...Int.max, "The version in a person's `photo`.")
    package static let crop = QueryField.text(
        "crop",
        "`x,y,width,height` in pixels of the upright image; the whole image by default."
    )

    package static let byteLimit = 8 * 1024 * 1024

    package static let showOwn = Endpoint<Void, Never, File>(.get, "profiles/me/photo").showing
        .named("getOwnPhoto")
    package static let replaceOwn = Endpoint<Void, File, Profile>(.put, "profiles/me/photo", body: image)
        .replacing.named("replaceOwnPhoto")
    package static let removeOwn = Endpoint<Void, Never, Void>(.delete, "profiles/me/photo").removing
        .named("deleteOwnPhoto")
    package static let show = Endpoint<Int64, Never, File>(.get, "profiles/{id:id}/photo").showing
    package static let replace = Endpoint<Int64, File, Profile>(.put, "profiles/{id:id}/photo", body: image)
        .replacing
    package static let remove = Endpoint<Int64, Never, Void>(.delete, "profiles/{id:id}/photo").removing

    private static let image = BodyForm.media(["image/jpeg", "image/png", "image/webp"], limit: byteLimit)
}

extension Endpoint where Answer == File {
    fileprivate var showing: Endpoint {
        titled("Show a profile photo")
            .explained(
                "WebP if `Accept` names it, otherwise JPEG; upright, in sRGB, without metadata, and in the "
                    + "aspect ratio of the original. Under the versioned path in a person's `photo`, caches may keep "
                    + "it for a year."
            )
            .query(PhotoCalls.size, PhotoCalls.version)
            .answering(200, media: ["image/webp", "image/jpeg"], "The photo.")
            .refusing(404, "no_photo", "The person has no photo.")
    }
}

extension Endpoint where Answer == Profile {
    fileprivate var replacing: Endpoint {
        titled("Upload a profile photo")
            .explained(
                "The body is the image: JPEG, PNG or WebP, up to 8 MiB and 40 megapixels. It is turned upright by its "
                    + "EXIF data, cropped, and stored in three sizes. Only the first picture of an animation is used."
            )
            .query(PhotoCalls.crop)
            .answering(200, "Your profile, with the new photo.", example: Profile.withPhoto)
            .refusing(403, "forbidden", "The profile belongs to someone else.")
            .refusing(409, "edit_conflict", "Another call changed the photo at the same time.")
            .refusing(
                422,
                "photo_unreadable",
                "The body is not an image of this type, is damaged, or is too large to decode."
            )
            .refusing(422, "crop_outside", "The crop is not inside the upright image.")
    }
}

extension Endpoint where Answer == Void {
    fileprivate var removing: Endpoint {
        titled("Delete the profile photo")
            .explained("Deletes all sizes of it.").irreversible("Deletes the photo.")
            .answering(204, "The photo is deleted.")
            .refusing(403, "forbidden", "The profile belongs to someone else.")
            .refusing(404, "no_photo", "There is no photo.")
            .refusing(409, "edit_conflict", "Another call changed the photo at the same time.")
    }
}

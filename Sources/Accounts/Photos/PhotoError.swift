internal import HTTPServer
internal import Imaging
package import ParlayAPI
internal import Tenancy

package enum PhotoError: ProblemConvertible, Equatable {
    case none
    /// The body is not a usable photo: damaged, in another format, too large in pixels or too costly to decode.
    case unreadable(String)
    /// The crop is not inside the upright image of this size.
    case outside(width: Int, height: Int)
    /// Other calls changed the photo at the same time, several times in a row.
    case changedMeanwhile

    package var problem: Problem {
        switch self {
        case .none:
            Problem(
                status: 404,
                code: "no_photo",
                title: "No photo",
                detail: "This person has no photo."
            )
        case .unreadable(let why):
            Problem(
                status: 422,
                code: "photo_unreadable",
                title: "The photo cannot be read",
                detail: why
            )
        case .outside(let width, let height):
            Problem(
                status: 422,
                code: "crop_outside",
                title: "The crop is outside the photo",
                detail: "The crop must be inside the upright photo, which is \(width) by \(height) pixels."
            )
        case .changedMeanwhile:
            Problem(
                status: 409,
                code: "edit_conflict",
                title: "Edit conflict",
                detail: "Another call changed the photo at the same time. Try again."
            )
        }
    }

    /// The error for an image that could not be used; other failures are unchanged.
    static func named(_ error: ImageError) -> any Error {
        switch error {
        case .unreadable:
            PhotoError.unreadable("The image is damaged or has another format than its first bytes say.")
        case .tooManyPixels(let width, let height):
            PhotoError.unreadable(
                "The image is \(width) by \(height) pixels; the limit is \(ImageLimits.megapixels) megapixels."
            )
        case .outside(let width, let height): PhotoError.outside(width: width, height: height)
        case .tooCostly: PhotoError.unreadable("The image takes too much memory or time to decode.")
        case .late: TenancyError.overloaded
        case .worker: error
        }
    }
}

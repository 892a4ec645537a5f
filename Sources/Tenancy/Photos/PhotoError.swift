internal import HTTPServer
internal import Imaging
package import ParlayAPI

package enum PhotoError: ProblemConvertible, Equatable {
    case none
    /// What was sent is no photo: damaged, none of the formats, too large in pixels or too costly.
    case unreadable(String)
    /// The wanted area is not inside the upright image of this size.
    case outside(width: Int, height: Int)
    /// Other calls changed the photo faster than this one could, several times over.
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

    /// What an image that made no photo means for its sender; other failures as they are.
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

internal import ParlayAPI
package import Tenancy

extension QueryField where Value == Timestamp? {
    /// A time with an offset.
    package static func time(_ name: String, _ summary: String) -> QueryField {
        QueryField<String?>.text(name, summary)
            .converted("\(name) must be a time in RFC 3339 with an offset: 2026-09-10T00:20:00Z.") {
                Timestamp($0)
            }
    }
}

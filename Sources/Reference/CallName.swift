internal import HTTPServer
internal import ParlayAPI
internal import Tenancy

/// Names for calls whose route has none: `GET admin/webhooks/{id}/deliveries` is `listAdminWebhookDeliveries`.
enum CallName {
    static func derived(from route: TenantRoute) -> String {
        let segments = route.pattern.split(separator: "/")
        var words: [String] = []
        for (index, segment) in segments.enumerated() where !segment.hasPrefix("{") {
            let next = index + 1 < segments.count ? segments[index + 1] : ""
            words.append(next.hasPrefix("{") ? singular(segment) : String(segment))
        }
        let isCreating = route.method == .post && route.description.answers.first?.status == 201
        if isCreating, let last = words.popLast() { words.append(singular(last[...])) }
        return verb(route, isCreating: isCreating) + words.map(capitalized).joined()
    }

    private static func verb(_ route: TenantRoute, isCreating: Bool) -> String {
        switch route.method {
        case .get:
            if case .page = route.description.answers.first?.content { "list" } else { "get" }
        case .post: isCreating ? "create" : "post"
        case .put: "replace"
        case .patch: "change"
        case .delete: "delete"
        default: route.method.rawValue.lowercased()
        }
    }

    private static func singular(_ word: Substring) -> String {
        if word.hasSuffix("ies") { return word.dropLast(3) + "y" }
        return String(word.hasSuffix("s") ? word.dropLast() : word)
    }

    /// `calendar.ics` is `CalendarIcs`.
    private static func capitalized(_ word: String) -> String {
        word.split { !$0.isLetter && !$0.isNumber }.map { $0.prefix(1).uppercased() + $0.dropFirst() }
            .joined()
    }
}

package import Accounts
package import Components
internal import Demos
internal import Meetups
internal import OddsFeeds
internal import Shelf
internal import Sportsbook
internal import Wagers

/// The only place that knows every component.
package enum Features {
    /// Those of the modules that tenants may have.
    package static let modules: [Component] = [.meetups, .wagers, .sportsbook, .oddsFeeds, .shelf]
    /// All components.
    package static let components: [Component] = .common + modules + [.demos]
    package static let profiles = ProfileReaders(components.profileParts)
}

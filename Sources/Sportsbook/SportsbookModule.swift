package import Modules
internal import ParlayAPI

extension FeatureModule {
    /// Paper money on real games.
    package static let sportsbook = FeatureModule(.sportsbook)
}

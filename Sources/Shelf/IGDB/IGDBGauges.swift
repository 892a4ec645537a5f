internal import Components
internal import Database
internal import Observability

enum IGDBGauges {
    static let all = [age, paused]

    private static let age = ComponentGauge(
        "parlay_catalog_age_seconds",
        "Seconds since the last sync of the catalog with IGDB succeeded; absent before the first.",
        labels: []
    ) { database in
        try await database.read(IGDBStore.gauges()).all.compactMap(\.age).map { Sample([], Double($0)) }
    }

    private static let paused = ComponentGauge(
        "parlay_igdb_paused",
        "1 while requests to IGDB pause after failures.",
        labels: []
    ) { database in
        try await database.read(IGDBStore.gauges()).map { Sample([], $0.isPaused ? 1 : 0) }
    }
}

internal import Localization

/// The texts of feeds in the console.
enum FeedText: String, TextKey {
    case feeds, feedsText, noFeeds, noFeedsText, failingFeeds, stateOK, stateNew, stateFailing, stateSilent
    case stateOff, runs, lastError, source, sourcePage, sourceAPI, address, lastRun, lastSuccess
    case nextRun, schedule, scheduleHint, key, keySet, keyNone, options, optionsText, doNow, runNow
    case turnOff, turnOn, deleteSure, wasDeleted, isRunning, wasSaved, name
    case addFeed, newFeed, wasCreated, keyHint, newKeyHint, sportKey, sportKeyHint, regions, regionsHint
    case bookmaker, bookmakerHint, tournament, sport, sportHint, season, timeZone, timeZoneHint, row, rowHint
    case homeMark, homeMarkHint, columns, columnsText

    static let catalog = Catalog(
        en: PackageResources.console_en_json,
        es: PackageResources.console_es_json,
        de: PackageResources.console_de_json
    )
}

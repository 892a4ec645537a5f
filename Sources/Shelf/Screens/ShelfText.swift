package import Localization

/// The texts of games, shelves and wishlists.
package enum ShelfText: String, TextKey {
    case purpose, moduleName, publicShelves, publicShelvesHint
    // Sections and titles
    case shelf, discover, wishlist, stats, shelves, files, settings, gamesAndHours
    // Statuses
    case backlog, playing, finished, completed, dropped, all, status, moveTo, statusHint, change
    // An entry
    case rating, ratingOutOf, ratingHint, stars, scored, hours, hoursShort, startedOn, finishedOn,
        note, noteHint, entry, add, addAs, remove, removeQuestion, unwish, addToWishlist, onWishlist,
        screenshots, screenshot
    // What happened
    case moved, undo, added, saved, removed, wished, unwished
    // The shelf
    case emptyShelf, emptyShelfText, emptyStatus, findGames, importFile, addGame, sort, byAdded,
        byUpdated, byRating, byHours, byName, more, start
    // The catalog
    case searchGames, filters, applyFilters, clearFilters, genre, platform, released, anyTime,
        sinceYear, minRating, anyRating, atLeast, anyGenre, anyPlatform, best, newest, results,
        noResults, noResultsText, emptyCatalog, emptyCatalogText, searching, searchAgain, stale, unavailable,
        topGames,
        playersRated, genres, platforms, releaseDate
    // The wishlist
    case emptyWishlist, emptyWishlistText
    // Figures
    case noStats, noStatsText, games, gamesCount, meanRating, playersMean, finishedGames,
        gamesByStatus, finishedByMonth, undated, gamesByGenre, month
    // Files
    case filesLead, exportTitle, exportText, download, importTitle, importText, importColumns,
        chooseFile, runImport, checkOnly, checkHint, report, checkReport, lineNumber, lineResult,
        lineName, lineDetail, lineAdded, lineUpdated, lineUnchanged, lineUnknown, lineInvalid,
        toCheck, otherLines, nothingToCheck, linesLeftOut, showShelf
    // Why a line is not on the shelf
    case noSuchGame, noSuchGameInYear, noSuchID, noSuchIDOrName
    // Other people's shelves
    case shelvesLead, you, noShelves, noShelvesText, shelfOf, updated, emptyShelfOf, privateShelf,
        privateShelfText, guestTitle, guestText, guestGame
    // Settings
    case defaultStatus, defaultStatusHint, showShelfSetting, showShelfHint, publicAddress, copy,
        copied
    // The console
    case chartEntries
    // The home page
    case playingNow, wholeShelf, homeEmpty, homeEmptyText, homeIdle, homeIdleText
    // Refusals

    package static let catalog = Catalog(
        en: PackageResources.en_json,
        es: PackageResources.es_json,
        de: PackageResources.de_json
    )
}

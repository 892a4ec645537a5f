internal import Jobs
internal import Localization

/// What operators read in the console.
enum ConsoleText: String, TextKey {
    case console, `operator`, health, tenants, jobs, schedules, mail, accounts, audit, signInTitle
    case signInText, linkOver, foreignHost, foreignForm, notFound, badForm, tooSlow, failed, notDone
    case command, copy, copied, filter, showAll, checkAgain, checkedAt, version, failedChecks, waiting
    case running, dead, oldestWaits, seconds, checks, subject, verdict, detail, good, warning, bad
    case unchecked, figures, figure, meaning, value, queue, kind, state, count, slug, slugHint, name
    case modules, created, noTenants, noTenantsText, findTenant, invalidSettings, newTenant, create
    case active, suspended, deleted, tenantCreated, tenantChanged, tenantSuspended, tenantResumed
    case about, number, hosts, hostsHint, suspend, resume, rename, settings
    case suspendTenant, suspendText, jobsText, jobsRetried, jobsDiscarded
    case tenant, tenantHint, retryAll, discardAll, died, due, job, attempt, attemptOf, lastError
    case installation, noJobs, noJobsText, noDeadText, retryCount, discardCount, retryText, discardText
    case all, payload, showPayload, retry, discard, discardSure, schedulesText, enqueued, when, lastRun
    case nextRun, runNow, off, noSchedules, noSchedulesText, mailText, recipient, failedMail, noMail
    case noMailText, sent, stored, sentText, words, showWords, findAccount, accountsText, username, email,
        role, lastActive
    case nobody, nobodyText, auditText, action, who, changes, noAudit
    case transfers, transfersText, noTransfers, noTransfersText, transferLeave, transferBegins, progress
    case finished, exportOf, importing, importAs, deletionOf, importTenant, importSlugHint, file, fileHint
    case noFile, fileGone, fileTooLarge, fileIsSecret, download, bytes, rows, table, loaded, tenantDeleted,
        unopenedSettings, unopenedFactors
    case move, moveText, export, deleteTenant, deleteNamed, deleteText, typeSlug, wrongSlug, everyTenant
    case devices, auditEntries, busy, kindPaused, kindResumed, pausedKinds, pausedSince, pausedText,
        pauseKind, resumeKind
    case lastDay, requestCount, runCount, hour
    case linkHint, pauses, admin, moderator, member, password, usernameHint, passwordHint, newAccount,
        accountCreated
    case accountChanged, resetMailed, personInConsole, auditOfTenant, suspendAccountText, suspendAccountSure
    case resetText, resetSure, mailReset, noAccounts, noAccountsText, openApp, openConsole
    case cells, cellsText, cell, cellNumber, heldBytes, moves, noMoves, noMovesText, way, since, compared,
        nextStep
    case never, moveCopying, moveFollowing, moveSwitching, moveSwitched, moveReversing, moveCompleting,
        moveCancelling

    static let catalog = Catalog(
        en: PackageResources.en_json,
        es: PackageResources.es_json,
        de: PackageResources.de_json
    )
}

extension JobAdmin.State {
    var title: ConsoleText {
        switch self {
        case .dead: .dead
        case .available: .waiting
        case .running: .running
        }
    }
}

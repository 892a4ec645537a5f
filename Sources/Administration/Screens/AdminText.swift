internal import Localization

/// The texts of the console.
enum AdminText: String, TextKey {
    case console, consoleOf, toApp, overview, attention, allWell, allWellText, reports, reportsText
    case reportsWait, open, resolved, status, noReports, noReportsText, noneResolved, reportedBy, complaint
    case reporter, when, about, subject, show, asReported, hadPhoto, noWords, erased, decide, decided, note
    case noteHint, resolve, reopen, hideTitle, hideText, hide, part, reason, reasonHint, wasHidden, hidden
    case hiddenText, noneHidden, showAgain, wasShown, reasonSpam, reasonAbuse, reasonFraud, reasonOther
    case people, findAnybody, findByName, nobodyFound, nobodyFoundText, admin, moderator, member, adminText
    case moderatorText, memberText, suspended, username, number, email, confirmed, unconfirmed, joined
    case lastActive, asOthers, thatIsYou, suspend, suspendText, suspendReason, suspendReasonHint, suspendSure
    case resume, resumeText, resumeSure
    case role, content, contentText, removeBio, removeBioSure, removePhoto, removePhotoSure, rename
    case wasSaved, audit, auditText, who, what, changes, `operator`, nothingDone, wholeAudit, settings
    case settingsOfApp, forDevelopers, invites, invitesText, noInvites, invite, inviteMade, inviteOnce
    case inviteUses, untilDay, inviteExpiresHint, inviteUsed, until, over, withdraw, withdrawSure,
        wasWithdrawn
    case registration, registrationOpen, registrationInvite, registrationClosed, signUpFields
    case signUpFieldsHint, firstName, lastName, revealEmails, revealEmailsHint, tokenDays, browserDays
    case factorOn, factorOff, factorReset, factorResetSure, factorResetBegun, factorResetAt
    case secondFactor, secondFactorHint, secondFactorOff, secondFactorOptional, secondFactorStaff
    case secondFactorEveryone, secondFactorResetHours, secondFactorResetHoursHint
    case passwordMinLength, passwordMinLengthHint, accentColor, accentColorHint, localeOfApp
    case localeOfAppHint, allowedOrigins, allowedOriginsHint, mailFrom, mailFromHint, requireVerifiedEmail
    case creators, creatorName, creatorURL, creatorIcon, requestsPerSecond, requestBurst,
        keyRequestsPerSecond, appleApps, appleAppsHint, androidApps, androidPackage, androidFingerprints,
        oidcIssuers
    case oidcIssuer, oidcAudiences, oidcLinkByEmail, hiddenSections, hiddenSectionsHint, localeOfBrowser,
        reportAbout, anyAction, from, nobodyByName, filter, browser, device, signedIn, lastUsed, devices,
        noDevices, neverReported,
        newestOnly
    case oidcWebClient, oidcWebClientHint
    case oauthProviders, oauthProvider, oauthProviderHint, oauthName, oauthNameHint, oauthClientID
    case oauthClientSecret, oauthClientSecretHint, oauthAuthorizationURL, oauthTokenURL, oauthProfileURL
    case oauthScope, oauthScopeHint, oauthLinkByEmail
    case pushApps, pushAppsHint, pushPlatform, pushPlatformApple, pushPlatformFirebase, pushTeam, pushKeyID
    case pushTopic, pushSandbox, pushProject, pushProjectHint, pushClient, pushPrivateKey, pushPrivateKeyHint
    case access, accessText, accessWithoutMail, accessSuspended, mailReset, mailResetSure, resetSent,
        signOutEverywhere
    case signOutSure, wasSignedOut, data, dataText, exportData, erase, eraseSure, wasErased, auditOfPerson
    case byDay, range, lastDays, chartTitle, day, value, countedAt, notCounted, notCountedText
    case chartPeople, chartSignUps, chartActive, chartMean
    case peopleCount, order, newestFirst, byName, lastActiveFirst, colorIsReadable, colorIsPale
    case mail, mailText, noMail, mailWaits, mailFailed, mailSent, mailStored, mailOfReset, mailOfVerification,
        mailOfChange
    case mailOfLink

    static let catalog = Catalog(
        en: PackageResources.en_json,
        es: PackageResources.es_json,
        de: PackageResources.de_json
    )
}

package import Localization

/// The texts of signing in and of a person's own pages.
package enum AccountText: String, TextKey {
    case signInTitle, username, password, forgotten, noAccount, hasAccount, signOutText, wasSignedOut
    case wasSignedOutEverywhere, sessionEnded, welcome
    case welcomeText, madeBy, hello, nothingWaits, nothingWaitsText, registerTitle, registrationClosed
    case registrationClosedText, firstName, lastName, usernameNew, usernameHint, email, emailHint
    case passwordHint, inviteCode, inviteHint, resetTitle, resetText, resetSend, resetSent, haveCode
    case newPasswordTitle, newPasswordText, code, newPassword, setPassword, passwordWasSet, askAgain
    case verifyTitle, verifyText, verify, verified, codeSent, verifyNow, sendCode, me, profile
    case profileText, settings, settingsText, security, securityText, securityTextPlain, devices, devicesText,
        notifications
    case notificationsText, blocked, blockedText, export, exportText, deleteAccount, deleteAccountText
    case memberSince, lastActive, people, saved, bio, bioOfPerson, photo, changePhoto, addPhoto, seeProfile,
        photoFile
    case photoHint, photoYours, cropHint, cropNumbers, cropNumbersHint, cropLeft, cropTop, cropWidth,
        cropHeight, cropSize, upload
    case removePhoto, removePhotoSure, locale, localeHint, timeZone, timeZoneHint, searchable
    case searchableHint, mailNotices, mailNoticesHint, mailTo, mailNowhere, addEmail, emailConfirmed
    case emailOpen, changeEmail, currentPassword, changePassword, changePasswordText, noPasswordText,
        noPasswordNowhere, passwordChanged
    case identities, noIdentities, linkedOn, unlink, unlinkSure, thisDevice, deviceBrowser, deviceApp
    case signedInOn, lastUsed, usedThisHour, signOutDevice, signOutDeviceSure, deviceSignedOut,
        signOutEverywhere
    case signOutEverywhereSure, signOutEverywhereText, noBlocked, noBlockedText, blockedSince, unblock
    case wasBlocked, wasUnblocked, exportLead, download, deleteLead, deleteExport, deleteSure, wasDeleted
    case searchPeople, searchStart, searchStartText, yourFriends, nobodyFound, nobodyFoundText, thatIsYou,
        addFriend
    case acceptFriend, declineFriend, withdrawFriend, removeFriend, removeFriendSure, friend, friendAsked
    case friendSent, moderator, admin, suspended, reportOrBlock, report, reportText, reportReason
    case reasonSpam, reasonAbuse, reasonFraud, reasonOther, reportWords, wasReported, block, blockText
    case blockSure
    case searchTooBroad, name
    // MARK: The second factor
    case secondTitle, secondFactor, secondFactorText, secondFactorRemoved, secondFactorKept,
        secondFactorRequired
    case secondFactorOff, secondFactorSetUp, secondFactorNeeds, secondFactorScan, secondFactorTurnOn
    case secondFactorPicture, secondFactorOn, secondFactorActive, secondFactorInactive, secondFactorManage
    case secondFactorSince, secondFactorOpen, secondFactorRemove, secondFactorRemoveText
    case secondFactorResetTitle, secondFactorReset, secondFactorKeep, recoveryCodes, recoveryOnce,
        recoveryCopy
    case recoveryLeft, recoveryRenew, recoveryRenewText
    // MARK: Not me
    case notMeTitle, notMeText, notMeDo, notMeDone
    // MARK: Outside accounts
    case outsideTitle, outsideContinue, outsideOr, outsideNone, outsideGoing, outsideNext, outsideBack
    case outsideBackText, outsideFailed, outsideAgain, outsideExpired, outsideOtherBrowser, outsideCancelled
    case outsideError, outsideIncomplete, outsideOtherIssuer, outsideOtherPerson, outsideLinked, outsideLink
    case outsideRegister, outsideRegisterAs, outsidePassword, outsideUnused
    case providerSlow, providerUnreachable, providerUnreadable, providerRefusesApp
    // MARK: Passkeys
    case passkeys, passkeysText, passkeysLead, noPasskeys, passkeysNotHere, passkeysUnsupported, passkeyMake
    case passkeyLabel, passkeyMade, passkeyMadeOn, passkeyUnnamed, passkeySynced, passkeyRename, passkeyDelete
    case passkeyDeleteSure, passkeyDeleted, passkeySignIn, passkeyFailed, passkeyKnown
    // MARK: Push messages
    case push, pushLead, pushAdd, pushAdded, pushDelete, pushDeleted, pushSince, pushUnsupported, pushFailed
    case pushDenied, pushNotices, pushNoticesHint, pushKinds, pushMuted, pushMutedHint, pushText,
        pushTextHint, quietHours, quietHoursHint,
        quietNever

    package static let catalog = Catalog(
        en: PackageResources.en_json,
        es: PackageResources.es_json,
        de: PackageResources.de_json
    )
}

package import Localization

/// The texts of wagers and friends.
package enum WagerText: String, TextKey {
    case purpose, moduleName
    case feed, mine, friends, figures, pose, feedLead, views, forYou, everyone, ofFriends, nearMe,
        filters, applyFilters, clearFilters, category, anyCategory, chooseCategory, highest, anyAmount,
        near, nearHint, radius, kilometres, away, nearTown, usePosition, noPosition, noTown, around,
        yourPosition, whereTitle, whereText, savedFilters, upTo, onlyFriends, keepFilters,
        forgetFilters, noWagers, noWagersText, noneOfFriends, noneOfFriendsText, friendless, friendlessText,
        noneFiltered,
        noneFilteredText, moreWagers, toStart, closes, stateOpen, stateActive, stateCompleted,
        stateDisputed, stateConfirmed, stateCancelled, stateExpired, stateDeclined, myWagers,
        tabRunning, tabMoney, tabOffered, tabPast, noneRunning, noneRunningText, noneMoney,
        noneMoneyText, noneOffered, nonePast, nonePastText, withPerson, forEveryone, forFriends,
        forPerson, waiting, allMine, startTitle, startText, turnReport, turnAnswer, turnTheirs, turnPay,
        turnConfirm, turnCheck, turnCancel, turnDecision, someone, you, amount, amountOf, between, terms,
        posedBy, takenBy, place, openUntil, offeredTo, audiencePublic, audienceFriends, audienceAccount,
        arbiter, until, openMine, openMineFor, openTake, openOther, take, decline, askDecline, share,
        withdrawOffer, askWithdrawOffer, activeBoth, activeBothDetail, activeOthers, iWon, theyWon, askLost,
        claimTheirs, claimMine, claimOther, resultYou, resultMe, resultName, silenceAgrees, agree,
        disagree, askDisagree, changeClaim, cancelTheirs, cancelMine, agreeCancel, askCancel, keepGoing,
        moreMoves, disputedMine, disputedBy, disputedByModerator, disputedDecide, disputedOther, claims,
        disagrees, winner, reason, reasonHint, decide, askDecide, voidIt, askVoid, arbiterTitle,
        arbiterText, arbiterTheirs, arbiterMine, agreeArbiter, arbiterName, nameArbiter, wonConfirm,
        saysVenmo, saysCash, notSaid, gotIt, notYet, askNotYet, lostPay, lostPaid, payHow, paidVenmo,
        paidCash, noVenmo, payVenmo, openVenmoApp, markVenmo, markCash, othersPay, doneTitle, doneMine,
        doneLost, rateTitle, rating, ratingHint, comment, rate, rated, cancelledTitle, expiredTitle,
        declinedTitle, noMoney, poseAgain, history, saidOpened, saidTaken, saidResult, saidCancel,
        wasDisputed, wasDecided, saidVenmo, saidCash, saidReceived, poseStep, stepWhat, stepAmount,
        stepCheck, whatName, whatNameHint, whatNamePlaceholder, whatDetails, whatDetailsHint, amountHint,
        closesAt, closesAtHint, who, whoName, whoNameHint, whoMissing, placeTown, placeHint, change,
        poseNow, editTitle, editClosed, amountInvalid, bet, shareTitle, shareText, shareTextFriends,
        shareTextPerson, qrLabel, copyLink, shareBy, toWager, offerTitle, offerTake,
        offerSignIn, offerSide, offerHow, offerGone, offerGoneText, addFriend, friendUsername, ask, requests,
        sentRequests, yourFriends, acceptFriend, refuseFriend, withdrawFriend, removeFriend,
        askRemoveFriend, noFriends, noFriendsText, moreFriends, searchTitle, searchLabel, foundWagers,
        foundPeople, noResults, noResultsText, tooBroad, searchStart, searchStartText, profit, won,
        lost, theirFigures, theirRating, theirOffers, challenge, winRate, ratingStat, ratingCount,
        profitChartLast, decided, noFigures, noFiguresText, lastDecided, venmoUsername,
        venmoHint
    case turnOffer, onlyForYou, offeredToYou, offeredByYou, sidesFor, sidesAgainst, sidesOthers,
        cancelledByModerator, cancelledByArbiter, cancelledByOperator, takenDownName, takenDownText,
        resultGone, reasonGiven, decidedByBoth, decidedByArbiter, decidedByModerator, decidedBySilence,
        saidRating, otherWay, commentHint, whoUnknown, poseRefused, reportWager

    package static let catalog = Catalog(
        en: PackageResources.en_json,
        es: PackageResources.es_json,
        de: PackageResources.de_json
    )
}

internal import Accounts
internal import Administration
internal import Database
internal import ParlayAPI
package import Tenancy

/// The service for the calls about wagers: it applies the rules to what the store reads and writes.
package struct WagerService: Sendable {
    let session: Session

    package init(_ session: Session) { self.session = session }

    var tenant: TenantID { session.tenant.id }
    var now: Timestamp { session.now }
    private var plan: ReminderPlan { ReminderPlan(days: session.tenant.settings[WagerSettings.reminderDays]) }

    /// A wager as the caller sees it, and the caller's roles in it.
    struct Found: Sendable {
        var row: WagerRow
        let actor: WagerRules.Actor
        /// Whether its terms have changed since it was posed.
        let isEdited: Bool
        /// Whether the challenger can offer anything.
        let isAvailable: Bool
        /// What to call the caller in a text for others.
        let callerName: String

        func require(_ kind: WagerRules.Kind) throws(WagerError) {
            do throws(WagerRules.Refusal) {
                try WagerRules.require(kind, by: actor, on: row.state)
            } catch { throw .refused(error) }
        }
    }

    // MARK: Reading

    /// A wager that the caller may see; 404 for any other.
    func wager(_ id: WagerID) async throws -> Found {
        try await found(try await session.read(find(id)).first)
    }

    private func found(_ found: FoundWager?) async throws -> Found {
        let caller = try await session.principal()
        let isModerator = caller.role >= .moderator
        guard let found, found.isVisible || isModerator && found.isModerated else {
            throw WagerError.notFound
        }
        let row = found.wager
        let actor = WagerRules.Actor(
            party: row.party(of: caller.accountID),
            isArbiter: row.state.arbiter == caller.accountID,
            isModerator: isModerator,
            isInvited: found.isVisible,
            isAddressee: found.addressee == caller.accountID
        )
        return Found(
            row: row,
            actor: actor,
            isEdited: found.isEdited,
            isAvailable: found.isAvailable,
            callerName: found.callerName ?? ""
        )
    }

    /// A public wager as everybody may read it, who has its link.
    func offer(_ id: WagerID) async throws -> WagerOffer {
        guard let found = try await session.read(find(id)).first, found.isVisible,
            found.wager.audience == .public
        else { throw WagerError.notFound }
        let row = found.wager
        let isOpen = row.state.status == .open && found.isAvailable && !row.hasClosed(at: now)
        let challenger = row.challenger.person.person(in: session.tenant)
        return WagerOffer(
            id: row.id.rawValue,
            name: row.name,
            description: row.description,
            amountCents: row.amountCents,
            categories: row.categories,
            challengerName: challenger.displayName,
            isOpen: isOpen,
            openedAt: row.openedAt,
            closesAt: row.closesAt,
            place: row.place
        )
    }

    func disputes(after: Int64?, limit: Int) async throws -> [WagerRow] {
        let query = WagerStore.disputes(.id(tenant), .integer(after ?? 0), .integer(limit))
        return try await session.read(query).all
    }

    // MARK: What is offered

    func pose(_ draft: WagerDraft) async throws -> WagerRow {
        let posed = try await session.write(WagerStore.pose(draft.parameters(in: tenant, at: now)))
        guard let id = try posed.first else { throw WagerError.unknownAddressee }
        return try await wager(id).row
    }

    /// Replaces an open wager. If the terms do not change, it does not count as edited.
    ///
    /// - Parameter isPinned: whether only the version that was read may be replaced, because `If-Match` named it.
    func edit(_ found: Found, to draft: WagerDraft, isPinned: Bool) async throws -> WagerRow {
        try await retry(found, isPinned) { found in
            _ = try next(.edit, found)
            if found.row.offers(draft) { return found.row }
            let edit = WagerStore.edit(
                draft.parameters(in: tenant, at: now) + [.integer(found.row.version), .id(found.row.id)]
            )
            let (edits, fresh) = try await session.write(edit, find(found.row.id))
            let edited = try edits.one
            guard edited.hasAddressee else { throw WagerError.unknownAddressee }
            return edited.id == nil ? nil : try await self.found(try fresh.first).row
        }
    }

    func delete(_ found: Found, isPinned: Bool) async throws {
        _ = try await retry(found, isPinned) { found in
            _ = try next(.delete, found)
            let query = WagerStore.delete(.id(tenant), .id(found.row.id), .integer(found.row.version))
            return try await session.write(query).isEmpty ? nil : found.row
        }
    }

    /// Refuses what only the tenant, the clock and the database can check. Values that an edit leaves unchanged are
    /// not checked again.
    func validate(_ draft: WagerDraft, _ body: inout BodyReader, against old: WagerRow?) async throws {
        let offered = Categories.offered(by: session.tenant.settings)
        let unknown = draft.categories.filter {
            !offered.contains($0) && old?.categories.contains($0) != true
        }
        if !unknown.isEmpty {
            WagerDraft.refuseCategories(.chooseFrom(offered), in: &body)
        }
        if body.isValid(WagerDraft.closesAt), let closesAt = draft.closesAt, closesAt <= now,
            closesAt != old?.closesAt
        {
            body.refuse(WagerDraft.closesAt, .timeInFuture)
        }
        guard body.isValid(WagerDraft.audienceUsername), let username = draft.audienceUsername else { return }
        // Usernames are ASCII, but the database's lower() turns some other letters into ASCII.
        guard username.isASCII else {
            body.refuse(WagerDraft.audienceUsername, WagerError.addresseeRule)
            return
        }
        // The write itself looks for the addressee; only a body that is refused anyway costs this round trip.
        guard Self.isRefused(body), username != old?.addresseeUsername else { return }
        if try await session.read(WagerStore.addressee(.id(tenant), .text(username))).isEmpty {
            body.refuse(WagerDraft.audienceUsername, WagerError.addresseeRule)
        }
    }

    private static func isRefused(_ body: BodyReader) -> Bool {
        do throws(FieldErrors) {
            try body.finish()
            return false
        } catch { return true }
    }

    // MARK: Moves

    /// Takes a wager for the caller, in one round trip.
    ///
    /// - Parameters:
    ///   - version: the one that `If-Match` named; `nil` if it named none.
    ///   - isAnyVersion: whether `If-Match` accepts any version.
    func take(_ id: WagerID, version: Int64?, isAnyVersion: Bool) async throws -> WagerRow {
        var last = WagerStatus.open
        for _ in 0..<Self.tries {
            let take = WagerStore.take(
                .id(tenant),
                .id(id),
                .time(now),
                .integer(version),
                .text(NoticeKind.wagerTaken.rawValue),
                .text(WagerNotice.takenTitle),
                .boolean(isAnyVersion)
            )
            let (taken, fresh) = try await session.write(take, find(id))
            let found = try await found(try fresh.first)
            if !taken.isEmpty { return found.row }
            try found.requireTakeable()
            if let version, version != found.row.version {
                throw TenancyError.preconditionFailed(present: found.row.entityTag(at: now))
            }
            if version == nil && !isAnyVersion && found.isEdited { throw WagerError.needsVersion }
            // Finds out why it failed. If nothing is wrong by now, it was edited at the same time.
            _ = try next(.take, found)
            last = found.row.state.status
        }
        throw WagerError.changed(last)
    }

    /// Makes a move on a wager that was read. If someone else changed it first, the move is checked again on the new
    /// state.
    func make(
        _ move: WagerRules.Move,
        on found: Found,
        isPinned: Bool,
        verdict: WagerVerdict? = nil
    ) async throws -> WagerRow {
        try await retry(found, isPinned) { found in
            let new = try next(move, found)
            guard new != found.row.state else { return found.row }
            let (changed, fresh) = try await session.write(
                try await change(found, to: new, verdict).query(in: tenant, at: now),
                find(found.row.id)
            )
            return changed.isEmpty ? nil : try await self.found(try fresh.first).row
        }
    }

    private func change(_ found: Found, to new: WagerState, _ verdict: WagerVerdict?) async throws
        -> WagerChange
    {
        let row = found.row
        let caller = try await session.principal().accountID
        var kept = new
        kept.keep(verdict, isArbiter: row.state.arbiter == caller)
        var change = WagerChange(
            wager: row.id,
            version: row.version,
            state: kept,
            notices: WagerNotice.drafts(
                on: row.outline,
                from: row.state,
                to: new,
                by: (caller, found.callerName),
                verdict: verdict
            )
        )
        if row.state.isCalledToPay && !new.isCalledToPay {
            change.recallsFrom = row.state.loser.flatMap { row.person($0)?.id }
        }
        if case .voided(let reason) = verdict {
            change.entry = .wagerVoid(from: row.state.status, reason)
        } else if verdict != nil, row.state.arbiter != caller {
            var details: JSONObject = ["winner": new.winner.map { .string($0.rawValue) } ?? .null]
            if case .arbitrated(let reason)? = verdict, !reason.isEmpty {
                details.add("reason", .string(reason))
            }
            change.entry = AuditDraft(.wagerArbitrate, details)
        }
        return change
    }

    /// The arbiter that a party names; `nil` if no visible person has the name.
    func nominee(_ username: String) async throws -> AccountID? {
        guard username.isASCII else { return nil }
        return try await session.read(WagerStore.nominee(.id(tenant), .text(username))).first
    }

    /// Records how the loser pays, and returns payment instructions.
    func pay(_ method: PaymentMethod, on found: Found, isPinned: Bool) async throws -> PaymentGuide {
        _ = try next(.pay(method), found)
        var guide = PaymentGuide(
            method: method,
            amountCents: found.row.amountCents,
            note: VenmoLink.note(of: found.row.name)
        )
        if method == .venmo {
            let names = try await session.read(WagerStore.winnersVenmo(.id(tenant), .id(found.row.id)))
            guard let username = try names.first ?? nil else { throw WagerError.noVenmo }
            guide = VenmoLink.guide(to: username, amountCents: found.row.amountCents, wager: found.row.name)
        }
        _ = try await make(.pay(method), on: found, isPinned: isPinned)
        return guide
    }

    /// Rates the other party.
    func rate(_ rating: WagerRating, on found: Found) async throws -> WagerRow {
        _ = try next(.rate, found)
        let query = WagerStore.rate(
            .id(tenant),
            .id(found.row.id),
            .integer(rating.rating),
            .text(rating.comment),
            .time(now)
        )
        let (rated, fresh) = try await session.write(query, find(found.row.id))
        guard !rated.isEmpty else { throw WagerError.alreadyRated }
        return try await self.found(try fresh.first).row
    }

    // MARK: Common to them

    /// How often a move is checked again after others changed the wager.
    private static let tries = 5

    private func find(_ id: WagerID) -> RowQuery<FoundWager> { WagerStore.find(.id(tenant), .id(id)) }

    private func next(_ move: WagerRules.Move, _ found: Found) throws(WagerError) -> WagerState {
        do throws(WagerRules.Refusal) {
            return try WagerRules.apply(
                move,
                by: found.actor,
                to: found.row.state,
                closesAt: found.row.closesAt,
                plan: plan,
                now: now
            )
        } catch { throw .refused(error) }
    }

    /// Repeats a step on the new state while it returns `nil` because someone else was faster.
    private func retry(
        _ found: Found,
        _ isPinned: Bool,
        _ step: (Found) async throws -> WagerRow?
    ) async throws -> WagerRow {
        var found = found
        for _ in 0..<Self.tries {
            if let row = try await step(found) { return row }
            found = try await wager(found.row.id)
            if isPinned { throw TenancyError.preconditionFailed(present: found.row.entityTag(at: now)) }
        }
        throw WagerError.changed(found.row.state.status)
    }
}

extension WagerRow {
    var outline: WagerOutline {
        WagerOutline(
            id: id,
            name: name,
            amountCents: amountCents,
            challenger: challenger.id,
            challengee: challengee?.id
        )
    }
}

extension WagerService.Found {
    /// The caller's roles. Nobody is invited to what the challenger cannot offer.
    var offeredActor: WagerRules.Actor {
        var actor = actor
        if row.state.status == .open && !isAvailable { actor.isInvited = false }
        return actor
    }

    /// Refuses to take what cannot be taken whatever its terms, so that no one has to read it again only to learn that.
    func requireTakeable() throws(WagerError) {
        try require(.take)
        if row.state.takenAt != nil { throw .refused(.alreadyTaken(row.state.status)) }
        if row.state.status == .open && !isAvailable { throw .refused(.unavailable) }
    }
}

extension WagerRow {
    /// Whether these are the current terms.
    fileprivate func offers(_ draft: WagerDraft) -> Bool {
        (name, description, categories) == (draft.name, draft.description, draft.categories)
            && (amountCents, place, closesAt) == (draft.amountCents, draft.place, draft.closesAt)
            && audience == draft.audience
            && addresseeUsername?.lowercased() == draft.audienceUsername?.lowercased()
    }
}

extension WagerState {
    /// Whether the loser may be reminded to pay.
    var isCalledToPay: Bool { status == .completed && paymentMethod != .cash }
}

extension String {
    fileprivate var isASCII: Bool { utf8.allSatisfy { $0 < 0x80 } }
}

extension AuditAction {
    static let wagerArbitrate = AuditAction(rawValue: "wager.arbitrate")
    static let wagerVoid = AuditAction(rawValue: "wager.void")
}

extension AuditDraft {
    /// - Parameter reason: as both sides read it; `nil` for operators, who give none.
    static func wagerVoid(from status: WagerStatus, _ reason: String? = nil) -> AuditDraft {
        var details: JSONObject = ["status": ["from": .string(status.rawValue)]]
        if let reason { details.add("reason", .string(reason)) }
        return AuditDraft(.wagerVoid, details)
    }
}

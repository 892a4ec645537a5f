import Database
import HTTPServer
import Imaging
import Notifications
import ParlayAPI
import Reactor
import Security
import Synchronization
import Tenancy
import TestDatabases
import TestSupport
import TestWorlds

@testable import App

/// The people and rows that the cases of the routes name.
extension RouteMatrixFixture {
    struct Person: Sendable {
        let id: Int64
        let username: String
        let token: String
        let tokenID: Int64
    }

    /// The rows that the cases of the routes speak of.
    struct Scenario: Sendable {
        let tenant: String
        let number: Int
        /// Has a match, a notice, a photo and two tokens.
        let owner: Person
        /// The person whom the owner will meet, and met a week ago.
        let partner: Person
        /// A person with whom the owner could match.
        let free: Person
        /// Has nothing to do with them.
        let stranger: Person
        /// A person whom the owner has blocked.
        let blocked: Person
        /// Calls what only a role may.
        let admin: Person
        /// By the owner, about the stranger.
        let report: Int64
        /// Made by the admin.
        let invite: Int64
        /// The stranger's bio, hidden by the admin.
        let hidden: Int64
        /// An outside account of the owner, with the owner's name as its subject.
        let identity: Int64
        let passkey: Passkey
        let push: Push
        /// Of the tenant, with a delivery.
        let webhook: Int64
        let delivery: Int64
        /// An API key of the tenant.
        let key: Int64
        let match: Int64
        let wagers: Wagers
        let book: Book
        let games: Games
        let notice: Int64
        /// Of the owner's second token.
        let spareToken: Int64
        /// A text that only the owner may read.
        let secret: String
        /// The owner's code for a new password.
        let resetCode: String
        /// The owner's code to verify the email address.
        let verificationCode: String
        /// Of a sign-in of the blocked person, and a recovery code of both people with second factors.
        let ticket: String
        let recoveryCode: String
        /// Of the link in a mail about the owner's notice.
        let notMe: String
        /// Seals the owner's link that ends mail.
        let unsubscribe: String
    }

    func scenario(in tenant: String = "alpha") throws -> Scenario {
        counter += 1
        let number = counter
        let word = tenant == "bravo" ? Self.marker : "party"
        let secret = "secret\(number)x"
        func person(_ name: String, _ known: String, _ learn: String, _ secret: String) throws -> Person {
            try self.person(
                "\(word).\(name).\(number)",
                known,
                learn,
                secret: "\(word) \(secret)",
                in: tenant
            )
        }
        let ada = try person("ada", "en", "zh", secret)
        let chen = try person("chen", "zh", "en", "other")
        let free = try person("free", "zh", "en", "other")
        let eve = try person("eve", "zh", "en", "other")
        let blocked = try person("blocked", "en", "zh", "other")
        let admin = try person("admin", "en", "zh", "other")
        let people = try owner.query(
            """
            with promoted as (
                update accounts set role = 'admin', email_proof = 'code' where id = $2
            ), blocked as (
                insert into blocks (tenant_id, account_id, blocked_id)
                select tenant_id, id, $3 from accounts where id = $1
            ), notified as (
                insert into reports (tenant_id, account_id, subject_type, subject_id, reason, text)
                select tenant_id, id, 'account', $4, 'other', $5 from accounts where id = $1
                returning id
            ), invited as (
                insert into invites (tenant_id, account_id, digest, prefix, uses)
                select tenant_id, id, sha256(username::bytea), $6, 3 from accounts where id = $2
                returning id
            ), hidden as (
                insert into hidden_content (tenant_id, account_id, moderator_id, subject_type, subject_id, part, reason)
                select tenant_id, $4, id, 'account', $4, 'bio', $6 from accounts where id = $2
                returning id
            ), logged as (
                insert into audit (tenant_id, account_id, action, details)
                select tenant_id, id, 'settings.change', jsonb_build_object('name', $5::text)
                  from accounts where id = $2
            ), linked as (
                insert into identities (tenant_id, account_id, issuer, subject, email)
                select tenant_id, id, $7, username, $6 || '@outside.example' from accounts where id = $1
                returning id
            ), linked_too as (
                insert into identities (tenant_id, account_id, issuer, subject, email)
                select tenant_id, id, $8, username, $6 || '@club.example' from accounts where id = $1
            )
            select notified.id, invited.id, linked.id, hidden.id from notified, invited, linked, hidden
            """,
            .integer(ada.id),
            .integer(admin.id),
            .integer(blocked.id),
            .integer(eve.id),
            .text("\(word) \(secret)"),
            .text(word),
            .text(TokenIssuer.address),
            .text("\(TestProvider.base)/profile")
        )
        let (webhook, delivery) = try webhook(admin, "\(word) \(secret)", word)
        let rows = try owner.query(
            """
            with matched as (
                insert into matches (tenant_id, user_id1, user_id2, status_code, time_1, location, plans)
                select tenant_id, id, $2, 3, now() + interval '2 days', $3, 1 from accounts where id = $1
                returning tenant_id, id
            ), proposed as (
                insert into match_moves (tenant_id, match_id, version, account_id, kind, time_1, location)
                select tenant_id, id, 1, $2, 'proposed', now() + interval '2 days', $3 from matched
            ), met as (
                insert into meetups (tenant_id, match_id, held_at)
                select tenant_id, id, now() - interval '7 days' from matched
            ), shown as (
                update accounts set photo_version = 7 where id = $1 returning tenant_id, id
            ), photo as (
                insert into photos (tenant_id, account_id, version, size, format, bytes)
                select tenant_id, id, 7, 256, 'jpeg', convert_to($4, 'UTF8') from shown
            ), notified as (
                insert into notices (tenant_id, account_id, kind, title, text)
                select tenant_id, id, 'match_made', $3, $3 from accounts where id = $1
                returning id
            )
            select matched.id, notified.id from matched, notified
            """,
            .integer(ada.id),
            .integer(chen.id),
            .text("\(word) \(secret)"),
            .text(word)
        )
        try befriend(ada, partner: chen, asker: free)
        let spare = try token(of: ada.id, label: "\(word) \(secret)").id
        let tenantRow = try owner.query("select id from tenants where slug = $1", .text(tenant))
        let tenantID = TenantID(rawValue: try tenantRow[0].integer(0))
        func code(_ purpose: CodePurpose) -> MailedCode {
            MailedCode(for: purpose, mail: ada.id, of: tenantID, createdAt: .now, signer: signer)
        }
        let (reset, verification) = (code(.passwordReset), code(.emailVerification))
        _ = try owner.query(
            """
            with reset as (
                insert into password_resets (tenant_id, account_id, mail_id, selector, digest, expires_at)
                values ($1, $2, $2, $3, $4, now() + interval '30 minutes')
            )
            insert into email_verifications (tenant_id, account_id, mail_id, selector, digest, recipient, expires_at)
            select $1, $2, $2, $5, $6, email, now() + interval '30 minutes' from accounts where id = $2
            """,
            .id(tenantID),
            .integer(ada.id),
            .text(reset.selector),
            .bytes(reset.digest.bytes),
            .text(verification.selector),
            .bytes(verification.digest.bytes)
        )
        let recovery = try secondFactors(of: ada, blocked)
        _ = try owner.query(
            """
            insert into security_notices (tenant_id, notice_id, account_id, created_at)
            select tenant_id, id, account_id, now() from notices where tenant_id = $1 and id = $2
            """,
            .id(tenantID),
            .integer(try rows[0].integer(1))
        )
        let link = UnsubscribeLink.path(
            AccountID(rawValue: ada.id),
            of: tenantID,
            slug: tenant,
            signer: signer
        )
        return Scenario(
            tenant: tenant,
            number: number,
            owner: ada,
            partner: chen,
            free: free,
            stranger: eve,
            blocked: blocked,
            admin: admin,
            report: try people[0].integer(0),
            invite: try people[0].integer(1),
            hidden: try people[0].integer(3),
            identity: try people[0].integer(2),
            passkey: try passkey(of: ada.id, label: "\(word) \(secret)", in: tenantID),
            push: try push(of: ada.id, label: "\(word) \(secret)", in: tenantID),
            webhook: webhook,
            delivery: delivery,
            key: try key(in: tenant, named: "\(word) \(secret)").id,
            match: try rows[0].integer(0),
            wagers: try wagers(of: ada, with: chen, free, named: "\(word) \(secret)"),
            book: try book(of: ada, named: word),
            games: try games(of: ada, note: word),
            notice: try rows[0].integer(1),
            spareToken: spare,
            secret: secret,
            resetCode: reset.shown,
            verificationCode: verification.shown,
            ticket: recovery.ticket,
            recoveryCode: recovery.code,
            notMe: NotMeLink.code(try rows[0].integer(1), of: tenantID, signer: signer),
            unsubscribe: link.split(separator: "/").last.map(String.init) ?? ""
        )
    }

    /// See `RouteCase.secondFactors`. An admin's reset of the owner's waits.
    private func secondFactors(of person: Person, _ other: Person) throws -> (ticket: String, code: String) {
        let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ")
        let code = String((0..<26).map { _ in alphabet[Int.random(in: 0..<32)] })
        let ticket = "ticket-of-\(other.username)"
        _ = try owner.query(
            """
            with factors as (
                insert into second_factors (tenant_id, account_id, secret, created_at, proven_at, reset_at)
                select tenant_id, id, '\\x00', now(), now(), case when id = $1 then now() + interval '1 day' end
                  from accounts where id in ($1, $2)
            ), codes as (
                insert into recovery_codes (tenant_id, account_id, digest)
                select tenant_id, id, sha256($3::text::bytea) from accounts where id in ($1, $2)
            ), devices as (
                insert into known_devices (tenant_id, account_id, device, network, last_at)
                select tenant_id, id, 'Firefox · Linux', '192.0.2.0/24', now() from accounts where id = $1
            ), asked as (
                update accounts set second_factor = true where id = $2
                returning tenant_id, id, password_hash
            )
            insert into sign_in_tickets (tenant_id, account_id, digest, password, label, created_at, expires_at)
            select tenant_id, id, sha256($4::text::bytea), sha256(convert_to(password_hash, 'UTF8')), '', now(),
                   now() + interval '5 minutes'
              from asked
            """,
            .integer(person.id),
            .integer(other.id),
            .text(code),
            .text(ticket)
        )
        return (ticket, code)
    }

    /// The owner and the partner are friends, and the other has asked the owner.
    private func befriend(_ person: Person, partner: Person, asker: Person) throws {
        for (other, isAccepted) in [(partner, true), (asker, false)] {
            _ = try owner.query(
                """
                insert into friendships (tenant_id, account_a, account_b, asked_by, accepted_at)
                select tenant_id, least(id, $2::bigint), greatest(id, $2::bigint), $2, case when $3 then now() end
                  from accounts where id = $1
                """,
                .integer(person.id),
                .integer(other.id),
                .boolean(isAccepted)
            )
        }
    }

    /// Registers a webhook for the tenant of its admin, which keeps fifteen of them: it may not
    /// have many.
    func webhook(_ admin: Person, _ text: String, _ word: String) throws -> (
        id: Int64, delivery: Int64
    ) {
        _ = try owner.query(
            """
            delete from webhooks
             where (tenant_id, id) in (
                   select tenant_id, id from webhooks
                    where tenant_id = (select tenant_id from accounts where id = $1)
                    order by id desc offset 15
                   )
            """,
            .integer(admin.id)
        )
        let rows = try owner.query(
            """
            with hook as (
                insert into webhooks (tenant_id, url, events, created_at, updated_at)
                select tenant_id, 'https://' || $3 || '.example/' || replace($2, ' ', '/'), '{payment.reminder}', now(), now()
                  from accounts where id = $1
                returning tenant_id, id
            ), keyed as (
                insert into webhook_secrets (tenant_id, webhook_id, key) select tenant_id, id, sha256($2::bytea) from hook
            ), event as (
                insert into webhook_events (tenant_id, type, key, data, created_at)
                select tenant_id, 'payment.reminder', 'walk:' || id, '{}', now() from hook
                returning tenant_id, id
            ), delivery as (
                insert into webhook_deliveries
                    (tenant_id, webhook_id, event_id, status, scheduled_at, finished_at, response)
                select hook.tenant_id, hook.id, event.id, 'failed', now(), now(), $2 from hook, event
                returning id
            )
            select hook.id, delivery.id from hook, delivery
            """,
            .integer(admin.id),
            .text(text),
            .text(word)
        )
        return (try rows[0].integer(0), try rows[0].integer(1))
    }

    private func person(
        _ username: String,
        _ known: String,
        _ learn: String,
        secret: String,
        in tenant: String
    ) throws -> Person {
        let rows = try owner.query(
            """
            insert into accounts (tenant_id, username, email, first_name, last_name, bio, known_lang, learn_lang,
                                  password_hash)
            select id, $2, replace($3, ' ', '.') || '@' || $2 || '.example', $4, $4, $4, $5, $6, $7
              from tenants where slug = $1
            returning id
            """,
            .text(tenant),
            .text(username),
            .text(secret),
            .text(tenant == "bravo" ? Self.marker : "Example"),
            .text(known),
            .text(learn),
            .text(passwordHash)
        )
        let id = try rows[0].integer(0)
        let token = try token(of: id, label: secret)
        return Person(id: id, username: username, token: token.text, tokenID: token.id)
    }

    func token(of account: Int64, label: String = "", expiresIn hours: Int = 24) throws -> (
        id: Int64, text: String
    ) {
        let secret = try TokenSecret.generate()
        let rows = try owner.query(
            """
            insert into tokens (tenant_id, account_id, digest, prefix, label, last_used_at, expires_at)
            select tenant_id, id, $2, 'test', $3, now(), now() + make_interval(hours => $4::integer)
              from accounts where id = $1
            returning id
            """,
            .integer(account),
            .bytes(secret.digest.bytes),
            .text(label),
            .integer(hours)
        )
        return (try rows[0].integer(0), secret.text)
    }
}

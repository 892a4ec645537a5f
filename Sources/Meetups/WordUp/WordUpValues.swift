internal import Accounts
internal import Database
internal import ParlayAPI
internal import Tenancy

/// A person in the original app's form.
struct WordUpProfile: JSONWritable, Equatable {
    let id: Int64
    let username: String
    let firstName: String
    let lastName: String
    let knownLang: String
    let learnLang: String
    let bio: String

    init(_ partner: Partner) {
        let account = partner.account
        id = account.id.rawValue
        username = account.username
        // The original client expects texts.
        firstName = account.firstName ?? ""
        lastName = account.lastName ?? ""
        knownLang = partner.meetups.knownLang ?? ""
        learnLang = partner.meetups.learnLang ?? ""
        bio = account.bio
    }

    func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("id", id)
            writer.member("username", username)
            writer.member("first_name", firstName)
            writer.member("last_name", lastName)
            writer.member("known_lang", knownLang)
            writer.member("learn_lang", learnLang)
            writer.member("bio", bio)
        }
    }
}

/// A match in the original app's form.
struct WordUpMatch: JSONWritable, Equatable {
    let row: MatchRow
    /// In the caller's time zone: `2017-05-09T14:30:00`.
    let localTime: String?
    let now: Timestamp

    func write(to writer: inout JSONWriter) {
        let lapsed = row.hasLapsed(at: now)
        writer.object { writer in
            writer.member("match_id", row.id.rawValue)
            writer.member("user_id1", row.userID1.rawValue)
            writer.member("user_id2", row.userID2.rawValue)
            writer.member("time_1", lapsed ? nil : localTime)
            writer.member("location", lapsed ? nil : row.location)
            writer.member("status_code", row.status(at: now))
        }
    }
}

enum WordUpStore {
    /// An active person, unless one of the two has blocked the other.
    static let profile = RowStatement<Partner>(
        "select",
        Partner.columns,
        """
          from accounts p
         where p.tenant_id = $1 and p.id = $2 and p.status = 'active'
           and
        """,
        Visibility.notBlocked("p.id")
    )

    /// The caller's username in lower case.
    static let usernameKey = RowStatement<String>(
        "select username_key from accounts where tenant_id = $1 and id = current_account_id()"
    )

    /// The time of a match in the caller's time zone.
    static let localTime = RowStatement<String?>(
        """
        select to_char(local_time(m.time_1, me.settings ->> 'time_zone'), 'YYYY-MM-DD"T"HH24:MI:SS')
          from matches m
          join accounts me on me.tenant_id = m.tenant_id and me.id = current_account_id()
         where m.tenant_id = $1 and m.id = $2
        """
    )

    static let localTimeByPartner = RowStatement<String?>(
        """
        select to_char(local_time(m.time_1, me.settings ->> 'time_zone'), 'YYYY-MM-DD"T"HH24:MI:SS')
          from matches m
          join accounts me on me.tenant_id = m.tenant_id and me.id = current_account_id()
         where m.tenant_id = $1
           and m.low_id = least($2, current_account_id()) and m.high_id = greatest($2, current_account_id())
        """
    )

    /// The moment of a time in the caller's time zone.
    static let moment = RowStatement<Timestamp?>(
        """
        select from_local_time($2::timestamp, settings ->> 'time_zone')
          from accounts
         where tenant_id = $1 and id = current_account_id()
        """
    )
    static let statements = [
        profile.statement, usernameKey.statement, localTime.statement, localTimeByPartner.statement,
        moment.statement,
    ]

    static func localTime(_ address: MatchStore.Address, in tenant: TenantID) -> RowQuery<String?> {
        switch address {
        case .id(let id): localTime(.id(tenant), .id(id))
        case .partner(let partner): localTimeByPartner(.id(tenant), .id(partner))
        }
    }
}

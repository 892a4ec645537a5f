internal import Console
internal import Database
internal import Tenancy

extension Doctor {
    /// Whose surroundings are checked. Each process has its own settings and login, and sees only a part.
    enum Process: String, CaseIterable {
        case front, worker
        /// With the login that migrates, which sees everything.
        case `operator`

        /// Which process has a login that may take these roles.
        init(roles: [String]) {
            let isFront = roles.contains(DatabaseLocation.Purpose.front.rawValue)
            let isWorker = roles.contains(DatabaseLocation.Purpose.worker.rawValue)
            self = isFront == isWorker ? .operator : isFront ? .front : .worker
        }

        func takes(_ purpose: DatabaseLocation.Purpose) -> Bool {
            switch self {
            case .front: purpose == .front
            case .worker: purpose == .worker
            case .operator: true
            }
        }
    }

    /// Which of Parlay's roles the login may take; none before the first migration.
    static let roles = RowStatement<String>(
        """
        select r.rolname::text from pg_roles r
         where r.rolname in ('parlay_front', 'parlay_worker') and pg_has_role(session_user, r.oid, 'member')
         order by 1
        """
    )

    /// Notes that a check belongs to another process than the one that is checked.
    mutating func leave(_ subject: String, to process: Process, because reason: String) {
        note(
            .unchecked,
            subject,
            "not checked: \(reason). Run `parlay doctor` as the \(process.rawValue) for that"
        )
    }

    /// The processes log in as the URL says, then switch to their role.
    mutating func examineLogin(_ location: DatabaseLocation, _ purpose: DatabaseLocation.Purpose) {
        let subject = "login of \(purpose.rawValue)"
        guard process.takes(purpose) else {
            return leave(
                subject,
                to: purpose == .front ? .front : .worker,
                because: "the login of the \(process.rawValue) may not take this role"
            )
        }
        do throws(DatabaseError) {
            let connection = try BlockingConnection(location.settings(for: purpose))
            let login = try connection.query(Self.login()).one
            if login == purpose.rawValue {
                note(.good, subject, "logs in as itself")
            } else {
                note(
                    .warning,
                    subject,
                    "logs in as \(login), which could regain its rights; give the process a DATABASE_URL for"
                        + " \(purpose.rawValue) in production"
                )
            }
        } catch {
            note(.bad, subject, location.failure(error).description)
        }
    }

    /// Runs the statement that begins every request, as the front's role, and looks at the queue.
    mutating func examineRequests(_ location: DatabaseLocation) {
        let purpose: DatabaseLocation.Purpose = process == .worker ? .worker : .front
        do throws(DatabaseError) {
            let connection = try BlockingConnection(location.settings(for: purpose))
            if process == .worker {
                leave("requests", to: .front, because: "the worker serves none")
            } else {
                _ = try connection.query(Session.probe(at: .now))
                note(.good, "requests", "authenticate() works as \(purpose.rawValue)")
                tenants = try connection.query(TenantRegistry.all()).all.compactMap(\.tenant)
            }
            examineJobs(try connection.query(Self.oldestJob()).first ?? 0)
            if process == .worker { try examinePauses(connection) }
        } catch {
            note(
                .bad,
                "requests",
                "every call fails because authenticate() fails: \(location.failure(error))"
            )
        }
    }
}

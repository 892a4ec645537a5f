internal import Accounts
package import Database
package import Jobs
internal import ParlayAPI
internal import Tenancy

/// Ends a second factor that an admin has reset, unless the person has objected.
package struct ResetSecondFactorJob: Job {
    package static let kind = "reset_second_factor"

    let account: Int64

    package func run(in context: JobContext<DatabasePool>) async throws {
        let (tenant, account) = (Parameter.integer(context.tenantID), AccountID(rawValue: account))
        // Two statements, so that the second sees the tokens of sign-ins that the lock had to wait for.
        _ = try await context.service.write([
            SecondFactorStore.lockAccount(tenant, .id(account)),
            SecondFactorResetStore.take(tenant, .id(account), .time(.now)).query,
        ])
    }
}

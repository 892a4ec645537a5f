internal import Stream
internal import Tenancy
internal import Transfer

extension Component {
    /// What streams have in common.
    static let stream = Component(
        pruning: [TicketStore.pruning],
        statements: TicketStore.statements + [StreamTokens.valid.statement],
        transfer: TransferRules(leftOut: [.init("live_tickets", "people sign in again")])
    )
}

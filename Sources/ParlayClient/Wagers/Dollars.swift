public import Foundation
public import ParlayAPI

// Amounts are cents of US dollars, which is what Venmo moves.

extension Wager {
    /// The amount as people write it, such as `$20.00`.
    public func amountText(locale: Locale = .current) -> String { dollars(amountCents, locale) }
}

extension PaymentGuide {
    /// The amount as people write it, such as `$20.00`.
    public func amountText(locale: Locale = .current) -> String { dollars(amountCents, locale) }

    /// Where the payment waits with everything filled in: in the Venmo app if it can be opened, else in a browser;
    /// `nil` for cash.
    ///
    ///     if let link = guide.link(canOpen: { UIApplication.shared.canOpenURL($0) }) { openURL(link) }
    ///
    /// iOS answers only for schemes that the app's `LSApplicationQueriesSchemes` lists: `venmo`.
    public func link(canOpen: (URL) -> Bool) -> URL? {
        if let app = appURL.flatMap({ URL(string: $0) }), canOpen(app) { return app }
        return webURL.flatMap { URL(string: $0) }
    }
}

extension Profile.Wagers {
    /// What the person has won minus what they have lost, as people write it, such as `-$20.00`.
    public func pnlText(locale: Locale = .current) -> String { dollars(pnlCents, locale) }
}

private func dollars(_ cents: Int64, _ locale: Locale) -> String {
    (Decimal(cents) / 100).formatted(.currency(code: "USD").locale(locale))
}

public import Foundation
public import ParlayAPI

// Amounts are cents of US dollars, as in Venmo.

extension Wager {
    /// The formatted amount, such as `$20.00`.
    public func amountText(locale: Locale = .current) -> String { dollars(amountCents, locale) }
}

extension PaymentGuide {
    /// The formatted amount, such as `$20.00`.
    public func amountText(locale: Locale = .current) -> String { dollars(amountCents, locale) }

    /// The payment link: to the Venmo app if it can be opened, otherwise to a browser; `nil` for cash.
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
    /// What the person has won minus what they have lost, formatted, such as `-$20.00`.
    public func pnlText(locale: Locale = .current) -> String { dollars(pnlCents, locale) }
}

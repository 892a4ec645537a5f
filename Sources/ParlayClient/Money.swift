internal import Foundation

/// Cents of US dollars as text, such as `$20.00`.
func dollars(_ cents: Int64, _ locale: Locale) -> String {
    (Decimal(cents) / 100).formatted(.currency(code: "USD").locale(locale))
}

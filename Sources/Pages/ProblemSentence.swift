internal import Localization
package import ParlayAPI

extension Visit {
    /// What people read of a problem, in their language. The API's English sentence where no component has a text for the code.
    package func sentence(about problem: Problem) -> String { site.sentence(about: problem, localizer) }

    /// What people read of a rule that a field breaks, in their language. The same for rules without a text.
    ///
    /// - Parameter field: amounts in `*_cents` are shown as money.
    package func sentence(about rule: FieldRule, of field: String) -> String {
        site.sentence(about: rule, of: field, localizer)
    }
}

extension Site {
    func sentence(about problem: Problem, _ localizer: Localizer) -> String {
        problems.text(problem.code, localizer) ?? problem.detail
    }

    func sentence(about rule: FieldRule, of field: String, _ localizer: Localizer) -> String {
        guard let key = rule.key else { return rule.sentence }
        let isMoney = field.hasSuffix("_cents")
        let arguments = rule.values.map { ($0.key, Self.argument($0.value, isMoney, localizer)) }
        return problems.text(key, localizer, arguments) ?? rule.sentence
    }

    private static func argument(_ value: FieldRule.Value, _ isMoney: Bool, _ localizer: Localizer)
        -> TextArgument
    {
        switch value {
        case .text(let text): .text(text)
        case .number(let number): isMoney ? .text(localizer.money(cents: number)) : .number(number)
        case .decimal(let number): .text(localizer.decimal(number, places: 0...4))
        case .cents(let cents): .text(localizer.money(cents: cents))
        }
    }
}

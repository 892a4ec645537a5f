extension FieldRule {
    static let usernameCharacters = FieldRule(
        "usernameCharacters",
        "Use only letters, digits, \".\", \"_\" and \"-\"."
    )
    package static let anEmail = FieldRule("anEmail", "Enter a valid email address.")
    package static let languagesDiffer = FieldRule(
        "languagesDiffer",
        "The language to learn must differ from the known one."
    )
    static let venmoCharacters = FieldRule("venmoCharacters", "Use only letters, digits, \"_\" and \"-\".")
    static let aLanguageCode = FieldRule("aLanguageCode", "Use two lower-case letters (ISO 639-1).")
    package static let aLanguageTag = FieldRule("aLanguageTag", "Use a language tag such as \"pt-BR\".")
}

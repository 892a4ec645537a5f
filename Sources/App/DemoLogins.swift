/// What `parlay up` tells whoever tries the demo out.
enum DemoLogins {
    static let password = "correct horse battery"
    static let usernames = ["ada", "ben", "chen", "dora", "eli", "fay"]

    static func text(base: String) -> String {
        """
        Demo tenant wordup: ada (admin), ben (moderator), chen, dora, eli and fay have the password \
        "\(password)". Try:

          curl -s \(base)/v1/wordup/login/ -H 'Content-Type: application/json' \
        -d '{"username": "chen", "password": "\(password)"}'

        """
    }
}

/// Where the services are that take messages for apps. Other addresses than the usual ones are for tests.
package struct PushServices: Sendable {
    /// Without a slash at the end.
    let apple: String
    let appleSandbox: String
    let firebase: String
    /// Where Google issues tokens: the whole address, which signatures name.
    let googleTokens: String

    package init(apple: String, appleSandbox: String, firebase: String, googleTokens: String) {
        self.apple = apple
        self.appleSandbox = appleSandbox
        self.firebase = firebase
        self.googleTokens = googleTokens
    }
}

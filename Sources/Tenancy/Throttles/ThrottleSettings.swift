/// How many wrong guesses and registrations are let through.
package struct ThrottleSettings: Sendable, Equatable {
    /// Seconds in which failures and calls are counted.
    package var window: Int
    /// Failures of one address at one account, and of one address at all accounts.
    package var failuresPerPair: Int
    package var failuresPerAddress: Int
    /// Failures at one account from everywhere. Beyond it wrong guesses are answered late; right ones never are, so
    /// that strangers cannot lock the owner out.
    package var failuresPerAccount: Int
    /// Seconds that the answer to a wrong guess is held back at most.
    package var longestDelay: Int
    /// Seconds of the first refusal; each further failure doubles it, up to `longestBlock`.
    package var firstBlock: Int
    package var longestBlock: Int
    /// Calls of one address; `nil` does not count them.
    package var registrations: Int?
    package var resets: Int?

    package init(
        window: Int = 600,
        failuresPerPair: Int = 10,
        failuresPerAddress: Int = 10,
        failuresPerAccount: Int = 100,
        longestDelay: Int = 60,
        firstBlock: Int = 60,
        longestBlock: Int = 3600,
        registrations: Int? = 30,
        resets: Int? = 30
    ) {
        self.window = window
        self.failuresPerPair = failuresPerPair
        self.failuresPerAddress = failuresPerAddress
        self.failuresPerAccount = failuresPerAccount
        self.longestDelay = longestDelay
        self.firstBlock = firstBlock
        self.longestBlock = longestBlock
        self.registrations = registrations
        self.resets = resets
    }

    /// Seconds to hold back the answer to the account's failure number `count` of the window.
    func delay(afterFailures count: Int) -> Int {
        guard count > failuresPerAccount else { return 0 }
        return min(longestDelay, 1 << min(count - failuresPerAccount - 1, 16))
    }
}

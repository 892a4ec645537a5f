/// The limits of wrong guesses and registrations.
package struct ThrottleSettings: Sendable, Equatable {
    /// The window, in seconds, in which failures and calls are counted.
    package var window: Int
    /// Failures of one address for one account, and of one address for all accounts.
    package var failuresPerPair: Int
    package var failuresPerAddress: Int
    /// Failures for one account from all addresses. Beyond it, wrong guesses are answered late; right ones never are,
    /// so that strangers cannot lock out the owner.
    package var failuresPerAccount: Int
    /// The maximum delay of the answer to a wrong guess, in seconds.
    package var longestDelay: Int
    /// Seconds of the first refusal; each further failure doubles it, up to `longestBlock`.
    package var firstBlock: Int
    package var longestBlock: Int
    /// Calls of one address; `nil` does not count them. Requests for codes that verify an email address are counted
    /// apart from resets, with the same limit.
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

    /// How many seconds to delay the answer to the account's failure number `count` in the window.
    func delay(afterFailures count: Int) -> Int {
        guard count > failuresPerAccount else { return 0 }
        return min(longestDelay, 1 << min(count - failuresPerAccount - 1, 16))
    }
}

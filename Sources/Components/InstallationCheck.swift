package import Console
package import Outbound

/// Something that `parlay doctor` checks for a module.
package struct InstallationCheck: Sendable {
    /// A sentence; a bad one says what to do.
    package enum Outcome: Sendable, Equatable { case good(String), bad(String) }

    /// A few words.
    package let subject: String
    /// `nil` if there is nothing to check.
    package let run: @Sendable (Configuration, HTTPClient) async -> Outcome?

    package init(
        _ subject: String,
        run: @escaping @Sendable (Configuration, HTTPClient) async -> Outcome?
    ) {
        self.subject = subject
        self.run = run
    }
}

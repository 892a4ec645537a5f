import ParlayAPI
import Testing

@testable import Meetups

/// The beginning of what somebody says about themselves, in lists.
@Suite struct ShortBioTests {
    private func short(_ bio: String) -> String {
        var profile = Profile.example
        profile.bio = bio
        return profile.shortBio
    }

    @Test func `lines become one, and 140 letters stay as they are`() {
        #expect(short("One\n\nTwo\r\nThree") == "One Two Three")
        let whole = String(repeating: "é", count: 140)
        #expect(short(whole) == whole)
    }

    @Test func `more is cut before the word that does not fit`() {
        let words = String(repeating: "word ", count: 40)
        #expect(short(words) == String(repeating: "word ", count: 27) + "word…")
    }

    @Test func `a text without spaces is cut after 140 letters`() {
        let text = String(repeating: "語", count: 200)
        #expect(short(text) == String(repeating: "語", count: 140) + "…")
    }
}

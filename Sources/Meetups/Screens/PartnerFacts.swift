internal import Localization
internal import Pages
internal import ParlayAPI

/// What people want to know of somebody they may meet.
struct PartnerFacts: Part {
    private let profile: Profile
    private let visit: Visit

    init(_ profile: Profile, _ visit: Visit) {
        self.profile = profile
        self.visit = visit
    }

    var html: HTML {
        let facts: [(word: String, value: HTML)] = [
            (visit.text(MeetupText.speaks), "\(visit.languageInSentence(profile.meetups?.knownLang))"),
            (visit.text(MeetupText.learns), "\(visit.languageInSentence(profile.meetups?.learnLang))"),
            (visit.text(MeetupText.reliability), "\(profile.reliabilityText(visit))"),
        ]
        return "\(Facts(facts))"
    }
}

extension Profile {
    /// "Came to 7 of 8 meetups"
    func reliabilityText(_ visit: Visit) -> String {
        let reliability = meetups?.reliability ?? Reliability(met: 0, noShow: 0)
        return visit.text(
            MeetupText.reliabilityText,
            [
                "met": .number(Int64(reliability.met)),
                "total": .number(Int64(reliability.met + reliability.noShow)),
            ]
        )
    }

    /// The beginning of what the person says about themselves.
    var shortBio: String {
        // By bytes and scalars, which cost a fraction of characters in a list of people.
        let isBreak = { (byte: UInt8) in byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") }
        let hasBreaks = bio.utf8.contains(where: isBreak)
        let line =
            hasBreaks
            ? bio.utf8.split(whereSeparator: isBreak).map { String(Substring($0)) }.joined(separator: " ")
            : bio
        let scalars = line.unicodeScalars
        guard line.utf8.count > 140,
            let end = scalars.index(scalars.startIndex, offsetBy: 140, limitedBy: scalars.endIndex),
            end < scalars.endIndex
        else { return line }
        let cut = line.utf8[..<end].lastIndex(of: UInt8(ascii: " ")) ?? end
        return line[..<cut] + "…"
    }
}

extension Visit {
    /// The refusal of a match, which is about the whole page: there is nobody to match with, for example.
    var matchingAlert: HTML {
        guard let refusal else { return .none }
        let form = ScreenForm(self, MatchCalls.make, part: refusal.input["_part"])
        let errors = form.errors("a_username")
        guard let text = errors.isEmpty ? form.problem : errors.joined(separator: " ") else { return .none }
        return "\(Alert(.error, text))"
    }
}

internal import Pages

extension PartSample {
    /// Covers and ratings in all their states.
    static var covers: PartSample {
        let games: [CoverGrid.Item] = [
            .init(
                CoverArt("Hades", badge: Badge("Playing", .live, icon: .game).html),
                href: "#",
                detail: "\(RatingStars(4, text: "4 of 5 stars")) 32 h"
            ),
            .init(CoverArt("Disco Elysium: The Final Cut"), href: "#", detail: "No rating"),
            .init(
                CoverArt("Tunic"),
                href: "#",
                action: Button("Add", .quiet, icon: .plus, isWide: true).html
            ),
        ]
        let options = (1...5).map { (value: "\($0 * 20)", text: "\($0) of 5 stars") }
        let pictures = (1...4).map { number in
            ScreenshotRow.Item(image: "#", full: "#", alternative: "Tunic, screenshot \(number) of 4")
        }
        return PartSample(
            "Covers and ratings",
            """
            \(CoverGrid(games, label: "Games"))\
            \(CoverGrid([], empty: EmptyState(.game, "No games yet", "Search for one to add it.")))\
            \(Media(CoverArt("Tunic").html, "<h3>Tunic</h3><p class=\"soft\">2022 · Adventure</p>"))
            \(ScreenshotRow("Screenshots", pictures))
            <form>\(RatingButtons("part-rating", "Rating", stars: 3, options: options))</form>
            """
        )
    }
}

internal import Pages

extension PartSample {
    /// Prices and the slip in all their states.
    static var prices: PartSample {
        let columns = ["Spread", "Total", "Moneyline"]
        let open = GameLines(
            "Lakers at Celtics",
            href: "#",
            when: "in 2 hours",
            columns: columns,
            sides: [
                .init(
                    "Los Angeles Lakers",
                    odds: [
                        Odds(line: "−3.5", price: "1.909", context: "Lakers, spread", .selected),
                        Odds(line: "O 221.5", price: "1.869", context: "Total"),
                        Odds(price: "2.05", context: "Lakers", change: .up("went up")),
                    ]
                ),
                .init(
                    "Boston Celtics",
                    odds: [
                        Odds(line: "+3.5", price: "1.909", context: "Celtics, spread"),
                        Odds(line: "U 221.5", price: "1.952", context: "Total", change: .down("went down")),
                        nil,
                    ]
                ),
            ]
        )
        let live = GameLines(
            "Bulls at Heat",
            href: "#",
            when: "Q3 08:12",
            badge: Badge("Live", .live).html,
            columns: ["Moneyline"],
            sides: [
                .init(
                    "Bulls",
                    score: "61",
                    odds: [Odds(price: "1.909", context: "Bulls", .suspended("Closed"))]
                ),
                .init("Heat", score: "58", odds: [Odds(price: "+1250", context: "Heat")]),
            ]
        )
        let winner = OddsGroup(
            [
                Odds(label: "Alpha", price: "4.50"),
                Odds(label: "A name that is rather long", price: "12.00", .selected),
                Odds(label: "Gamma", price: "7.00", .suspended("Closed")),
            ],
            title: "Winner"
        )
        let remove = Button("Remove", .plain, icon: .cross, hidesText: true).html
        let picks: [Slip.Pick] = [
            .init("Lakers −3.5", detail: "Lakers at Celtics", price: "1.909", remove: remove),
            .init(
                "Celtics",
                detail: "Moneyline",
                price: "1.80",
                oldPrice: ("1.75", "was 1.75"),
                note: Alert(.warning, "The price moved.").html,
                remove: remove
            ),
        ]
        let form: HTML = """
            \(Field("part-slip-stake", "Stake", .money(symbol: "$"), value: "10.00", error: "Your balance is $8.00."))\
            \(Facts([("Stake", "$10.00"), ("Price", "3.44"), ("Payout", "$34.40")], isSum: true))\
            \(Button("Place the parlay", .primary, isWide: true))
            """
        let empty = EmptyState(.ticket, "The slip is empty", "Choose a price to add it.")
        let slip = Slip(
            id: "part-slip",
            title: "Slip",
            bar: "2 picks",
            barPrice: "3.44",
            close: "Close",
            picks: picks,
            form: form,
            empty: empty
        )
        let none = Slip(
            id: "part-no-slip",
            title: "Slip",
            bar: "",
            close: "Close",
            picks: [],
            form: "",
            empty: empty
        )
        return PartSample(
            "Prices",
            """
            \(Columns("\(open)\(live)\(Card(nil, winner.html))", side: slip.html))\
            \(Columns("<p>Without picks the slip says how to begin.</p>", side: none.html))
            """
        )
    }
}

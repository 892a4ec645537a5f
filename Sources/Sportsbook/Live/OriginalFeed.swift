internal import ParlayAPI

/// The tree in the form of the original Betbull app: string ids, Unix seconds, no member that it does not know.
enum OriginalFeed {
    /// An event; empty without a market of two outcomes, which the app cannot show.
    static func event(_ tree: EventTree) -> [UInt8] {
        let markets = tree.markets.filter {
            $0.outcomes.count >= 2 && ($0.market.status == .open || $0.market.status == .suspended)
        }
        guard !markets.isEmpty else { return [] }
        var writer = JSONWriter()
        writer.object { writer in
            writer.key("id")
            writer.string(tree.event.id.rawValue.description)
            writer.key("name")
            writer.string("\(tree.event.home) vs. \(tree.event.away)")
            writer.key("startTime")
            writer.integer(tree.event.startsAt.seconds)
            writer.key("markets")
            writer.array { writer in
                for market in markets { write(market, to: &writer) }
            }
        }
        return writer.bytes
    }

    private static func write(_ tree: MarketTree, to writer: inout JSONWriter) {
        writer.object { writer in
            writer.key("name")
            writer.string(name(of: tree.market))
            writer.key("outcomes")
            writer.array { writer in
                for outcome in tree.outcomes {
                    writer.object { writer in
                        writer.key("id")
                        writer.string(outcome.id.rawValue.description)
                        writer.key("name")
                        writer.string(outcome.name)
                        writer.key("price")
                        writer.string(outcome.price.text)
                    }
                }
            }
        }
    }

    private static func name(of market: MarketRow) -> String {
        let title = market.kind.rule.title
        return market.prices == .madeUp ? "\(title) (prices are made up)" : title
    }

    /// - Parameter events: as `event` writes them.
    static func tournament(_ row: TournamentRow, _ events: [[UInt8]]) -> [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            writer.key("id")
            writer.string(row.id.rawValue.description)
            writer.key("name")
            writer.string(row.name)
            writer.key("icon")
            writer.string(row.iconURL ?? SportIcon.url(of: row.sport))
        }
        var bytes = writer.bytes
        bytes.removeLast()
        bytes += Array(#","events":["#.utf8)
        for (number, event) in events.enumerated() {
            if number > 0 { bytes.append(UInt8(ascii: ",")) }
            bytes += event
        }
        return bytes + Array("]}".utf8)
    }
}

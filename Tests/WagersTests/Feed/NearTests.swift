import Database
import Glibc
import ParlayAPI
import TestDatabases
import TestSupport
import TestWorlds
import Testing

@testable import Wagers

@Suite(.database) struct NearTests {
    private let world: WagerWorld
    private let ada: SignedInPerson

    init() async throws {
        world = try await WagerWorld()
        ada = try await world.person("ada")
    }

    /// The haversine formula on the sphere of the ruling.
    private static func kilometres(_ one: (Double, Double), _ other: (Double, Double)) -> Double {
        let (lat1, lat2) = (one.0 * .pi / 180, other.0 * .pi / 180)
        let (dLat, dLon) = (lat2 - lat1, (other.1 - one.1) * .pi / 180)
        let a = pow(sin(dLat / 2), 2) + cos(lat1) * cos(lat2) * pow(sin(dLon / 2), 2)
        return 2 * 6371.0088 * asin(min(1, a.squareRoot()))
    }

    @Test func `distance is that of the great circle, to the hundredth`() async throws {
        let centre = (51.5074, -0.1278)
        let places = [
            ("Westminster", 51.4995, -0.1248), ("Croydon", 51.3762, -0.0982), ("Paris", 48.8566, 2.3522),
            ("Here it is", 51.5074, -0.1278),
        ]
        for (name, lat, lon) in places { try await world.pose(name, at: lat, lon, as: ada) }
        _ = try await world.pose(as: ada, name: "Nowhere")
        let answer = try await world.call(
            "GET",
            "wagers/?near=\(centre.0),\(centre.1)&radius_km=500&sort=distance",
            as: ada
        )
        #expect(
            answer.items.compactMap { $0["name"]?.text } == ["Here it is", "Westminster", "Croydon", "Paris"]
        )
        for item in answer.items {
            let name = try #require(item["name"]?.text)
            let place = try #require(places.first { $0.0 == name })
            let expected = (Self.kilometres(centre, (place.1, place.2)) * 100).rounded() / 100
            #expect(item["distance_km"]?.double == expected, "\(name)")
        }
        #expect(answer.items[0]["distance_km"]?.double == 0)
    }

    @Test func `the radius is 25 unless told, and its edge is exact`() async throws {
        // A degree of latitude is 111.195 km.
        for (name, kilometres) in [("24.99", 24.99), ("25.01", 25.01), ("400.0", 400.0), ("0.11", 0.11)] {
            try await world.pose(name, at: kilometres / 111.195080, 20, as: ada)
        }
        #expect(try await world.names("wagers/?near=0,20", as: ada) == ["0.11", "24.99"])
        #expect(try await world.names("wagers/?near=0,20&radius_km=25.02", as: ada).count == 3)
        #expect(try await world.names("wagers/?near=0,20&radius_km=0.1", as: ada) == [])
        #expect(try await world.names("wagers/?near=0,20&radius_km=0.12", as: ada) == ["0.11"])
        #expect(try await world.names("wagers/?near=0,20&radius_km=500", as: ada).count == 4)
    }

    @Test func `it reaches over the date line and the poles`() async throws {
        try await world.pose("west of it", at: -16.5, 179.95, as: ada)
        try await world.pose("east of it", at: -16.5, -179.95, as: ada)
        try await world.pose("pole", at: 89.99, 10, as: ada)
        try await world.pose("beyond", at: 89.99, -170, as: ada)
        try await world.pose("very pole", at: 90, 0, as: ada)
        #expect(try await world.names("wagers/?near=-16.5,180", as: ada) == ["east of it", "west of it"])
        #expect(try await world.names("wagers/?near=-16.5,-180", as: ada).count == 2)
        #expect(try await world.names("wagers/?near=89.99,10&radius_km=5", as: ada).count == 3)
        #expect(
            try await world.names("wagers/?near=89.99,10&radius_km=5&sort=distance", as: ada)
                == ["pole", "very pole", "beyond"]
        )
    }

    @Test func `pages by distance miss nothing where many are equally far`() async throws {
        try world.load(40, as: ada, "'same ' || n, '', 10, 10")
        try world.load(20, as: ada, "'row ' || n, '', 10, 10 + n / 1000.0")
        let path = "wagers/?near=10,10&sort=distance"
        let whole = try await world.allNames(path, limit: 100, as: ada)
        #expect(whole.count == 60)
        #expect(whole == (1...40).reversed().map { "same \($0)" } + (1...20).map { "row \($0)" })
        #expect(try await world.allNames(path, limit: 7, as: ada) == whole)
        let newest = try await world.allNames("wagers/?near=10,10", limit: 7, as: ada)
        #expect(newest == (1...20).reversed().map { "row \($0)" } + (1...40).reversed().map { "same \($0)" })
    }

    @Test func `few that are near are found behind many that are not, and many among more`() async throws {
        // The thousand newest are looked through first.
        try world.load(30, as: ada, "'deep ' || n, '', 60, 25 + n / 1000.0")
        try world.load(2_200, as: ada, "'far ' || n, '', -30 + n / 1000.0, 100")
        func far(_ range: ClosedRange<Int>) -> [String] { range.reversed().map { "far \($0)" } }
        for limit in [4, 100] {
            let names = try await world.allNames("wagers/?near=60,25", limit: limit, as: ada)
            #expect(names == (1...30).reversed().map { "deep \($0)" })
            // Three kilometres are 27 rows to each side: among the first, across their end, and behind it.
            for centre in [2000, 1200, 700] {
                let path = "wagers/?near=\(-30 + Double(centre) / 1000),100&radius_km=3"
                let names = try await world.allNames(path, limit: limit, as: ada)
                #expect(names == far(centre - 26...centre + 26), "\(centre)")
            }
        }
        let all = try await world.allNames("wagers/?near=-29,100&radius_km=500", limit: 100, as: ada)
        #expect(all == far(1...2200))
    }

    @Test func `near goes with the other filters`() async throws {
        let ben = try await world.person("ben")
        try world.befriend(ada, ben)
        try await world.pose("ada", at: 5, 5.001, as: ada)
        try await world.pose("ben", at: 5, 5.002, as: ben)
        try await world.pose("ben far", at: 50, 5, as: ben)
        for sort in ["", "&sort=distance"] {
            #expect(try await world.names("wagers/?near=5,5&friends=true\(sort)", as: ada) == ["ben"])
            #expect(try await world.names("wagers/?near=5,5&mine=true\(sort)", as: ada) == ["ada"])
            #expect(try await world.names("wagers/?near=5,5&category=Food\(sort)", as: ada) == [])
            #expect(try await world.names("wagers/?near=5,5&max_cents=1999\(sort)", as: ada) == [])
            #expect(try await world.names("wagers/?near=5,5&status=active\(sort)", as: ada) == [])
        }
        #expect(try await world.names("wagers/?near=5,5&category=Other", as: ada) == ["ben", "ada"])
        #expect(try await world.names("wagers/?near=5,5&sort=distance", as: ada) == ["ada", "ben"])
        let mine = try await world.call("GET", "wagers/?near=5,5&mine=true", as: ada).items[0]
        #expect(mine["distance_km"]?.double == 0.11)
    }
}

extension JSONValue {
    /// A number with or without a fraction.
    fileprivate var double: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .number(let value): Double(value.text)
        default: nil
        }
    }
}

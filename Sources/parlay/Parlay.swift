@main struct Parlay { static func main() {} }

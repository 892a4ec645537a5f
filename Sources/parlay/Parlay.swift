import App

@main
struct Parlay {
    static func main() { Program.main(Array(CommandLine.arguments.dropFirst())) }
}

internal import Console

extension Command {
    static let completion = Command(
        "completion",
        arguments: ["SHELL"],
        "print a completion script for a shell",
        details: "SHELL is bash, zsh or fish.",
        example: "parlay completion bash"
    ) { call in
        let name = try call.argument("SHELL")
        guard let shell = Completion(rawValue: name) else {
            throw UsageError(
                "SHELL must be one of \(Completion.allCases.map(\.rawValue).joined(separator: ", ")), not \"\(name)\""
            )
        }
        call.terminal.print(shell.script(CommandTree(Program.topics.flatMap(\.commands))))
        return .success
    }

    static let man = Command(
        "man",
        "print the manual page",
        details: "In the format of man(7). To read it: parlay man | man -l -",
        example: "parlay man"
    ) { call in
        call.terminal.print(ManualPage.text())
        return .success
    }
}

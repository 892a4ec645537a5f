internal import Console

/// Scripts that complete commands and options in shells, made from the declarations of the commands.
enum Completion: String, CaseIterable {
    case bash, zsh, fish

    func script(_ tree: CommandTree) -> String {
        switch self {
        case .bash: Self.bash(tree)
        case .zsh: Self.zsh(tree)
        case .fish: Self.fish(tree)
        }
    }

    // MARK: bash

    private static func bash(_ tree: CommandTree) -> String {
        let cases = tree.nodes.map { node in
            let values = node.options.filter { $0.value != nil }
            let files = values.filter { $0.value?.contains("FILE") == true }
            let others = values.filter { $0.value?.contains("FILE") != true }
            return """
                        '\(node.name)')
                            words='\(node.words.map(\.word).joined(separator: " "))'
                            options='\(node.options.map(\.name).joined(separator: " "))'
                            files='\(files.map(\.name).joined(separator: " "))'
                            values='\(others.map(\.name).joined(separator: " "))'
                            argument='\(node.takesFiles ? "file" : "")'
                            ;;
                """
        }.joined(separator: "\n")
        return """
            # bash completion for parlay, printed by `parlay completion bash`.
            _parlay_at() {
                words='' options='' files='' values='' argument=''
                case $1 in
            \(cases)
                    *) return 1 ;;
                esac
            }
            _parlay() {
                local words options files values argument name='' longer index
                local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}
                # The longest name of a command or group that the words begin with.
                for ((index = 1; index < COMP_CWORD; index++)); do
                    longer="${name:+$name }${COMP_WORDS[index]}"
                    _parlay_at "$longer" || break
                    name=$longer
                done
                _parlay_at "$name"
                COMPREPLY=()
                case " $files " in
                    *" $previous "*)
                        compopt -o filenames 2>/dev/null || :
                        mapfile -t COMPREPLY < <(compgen -f -- "$current")
                        return
                        ;;
                esac
                case " $values " in *" $previous "*) return ;; esac
                if [[ $current == -* ]]; then
                    mapfile -t COMPREPLY < <(compgen -W "$options" -- "$current")
                elif [[ -n $words && $index -eq $COMP_CWORD ]]; then
                    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
                elif [[ -n $argument ]]; then
                    compopt -o filenames 2>/dev/null || :
                    mapfile -t COMPREPLY < <(compgen -f -- "$current")
                fi
            }
            complete -F _parlay parlay
            """
    }

    // MARK: zsh

    private static func zsh(_ tree: CommandTree) -> String {
        let cases = tree.nodes.map { node in
            let words = node.words.map { "\(quoted(described($0.word, $0.summary)))" }
            let options = node.options.map { "\(quoted(described($0.name, $0.summary)))" }
            let values = node.options.filter { $0.value != nil }
            let files = values.filter { $0.value?.contains("FILE") == true }
            let others = values.filter { $0.value?.contains("FILE") != true }
            return """
                        '\(node.name)')
                            words_here=(\(words.joined(separator: " ")))
                            options=(\(options.joined(separator: " ")))
                            files=(\(files.map(\.name).joined(separator: " ")))
                            values=(\(others.map(\.name).joined(separator: " ")))
                            argument='\(node.takesFiles ? "file" : "")'
                            ;;
                """
        }.joined(separator: "\n")
        return """
            #compdef parlay
            # zsh completion for parlay, printed by `parlay completion zsh`.
            _parlay_at() {
                words_here=() options=() files=() values=() argument=''
                case $1 in
            \(cases)
                    *) return 1 ;;
                esac
            }
            _parlay() {
                local -a words_here options files values
                local argument name='' longer previous=${words[CURRENT - 1]}
                integer index
                for ((index = 2; index < CURRENT; index++)); do
                    longer="${name:+$name }${words[index]}"
                    _parlay_at "$longer" || break
                    name=$longer
                done
                _parlay_at "$name"
                if (( ${files[(Ie)$previous]} )); then
                    _files
                elif (( ${values[(Ie)$previous]} )); then
                    return 1
                elif [[ ${words[CURRENT]} == -* ]]; then
                    _describe -o option options
                elif (( ${#words_here} && index == CURRENT )); then
                    _describe command words_here
                elif [[ -n $argument ]]; then
                    _files
                fi
            }
            if [[ ${funcstack[1]} == _parlay ]]; then
                _parlay "$@"
            else
                compdef _parlay parlay
            fi
            """
    }

    /// `word:summary`, as `_describe` reads it.
    private static func described(_ word: String, _ summary: String) -> String {
        word.replacing(":", with: "\\:") + (summary.isEmpty ? "" : ":" + summary.replacing(":", with: "\\:"))
    }

    /// In single quotes, for zsh.
    private static func quoted(_ text: String) -> String { "'" + text.replacing("'", with: "'\\''") + "'" }

    // MARK: fish

    private static func fish(_ tree: CommandTree) -> String {
        var lines = [
            "# fish completion for parlay, printed by `parlay completion fish`.",
            """
            # The longest name of a command or group that the words begin with.
            function __parlay_at
                set -l words (commandline -opc)
                set -e words[1]
                set -l name
                for word in $words
                    set -l longer (string join ' ' $name $word)
                    contains -- $longer $__parlay_names; or break
                    set name $longer
                end
                test "$name" = "$argv[1]"
            end
            """,
            "set -g __parlay_names "
                + tree.nodes.dropFirst().map { fishQuoted($0.name) }.joined(separator: " "),
            "complete -c parlay -f",
        ]
        for node in tree.nodes {
            let here = "complete -c parlay -n \(fishQuoted("__parlay_at \(fishQuoted(node.name))"))"
            for (word, summary) in node.words {
                lines.append("\(here) -a \(fishQuoted(word)) -d \(fishQuoted(summary))")
            }
            for option in node.options {
                let value = option.value.map { $0.contains("FILE") ? " -r -F" : " -x" } ?? ""
                let name = option.name.dropFirst(2)
                lines.append("\(here) -l \(name)\(value) -d \(fishQuoted(option.summary))")
            }
            if node.takesFiles { lines.append("\(here) -F") }
        }
        return lines.joined(separator: "\n")
    }

    private static func fishQuoted(_ text: String) -> String {
        "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
    }
}

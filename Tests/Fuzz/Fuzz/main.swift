import Glibc

// Fuzzes the parser that PARLAY_PARSER names with libFuzzer, whose options it takes (https://llvm.org/docs/LibFuzzer.html).

@_silgen_name("LLVMFuzzerRunDriver")
func runFuzzer(
    _ count: UnsafeMutablePointer<Int32>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
    _ one: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32
) -> Int32

let name = getenv("PARLAY_PARSER").map { String(cString: $0) } ?? ""
guard let chosen = parsers[name] else {
    print("PARLAY_PARSER is one of: \(parsers.keys.sorted().joined(separator: ", "))")
    exit(2)
}
let parser = chosen
var count = CommandLine.argc
var arguments = CommandLine.unsafeArgv
exit(
    runFuzzer(&count, &arguments) { bytes, size in
        parser([UInt8](UnsafeBufferPointer(start: bytes, count: size)))
        return 0
    }
)

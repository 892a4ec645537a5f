internal import Glibc

/// Calls `body` with the null-terminated array of C strings that `exec` and libpq take. It is valid during the call.
package func withCStrings<Result>(
    _ strings: [String],
    _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Result
) -> Result {
    let pointers = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: strings.count + 1)
    for (index, string) in strings.enumerated() { unsafe pointers[index] = strdup(string) }
    unsafe pointers[strings.count] = nil
    defer {
        for index in strings.indices { unsafe free(pointers[index]) }
        unsafe pointers.deallocate()
    }
    return unsafe body(pointers)
}

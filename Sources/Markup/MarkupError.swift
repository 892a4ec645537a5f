/// Why a page or an XPath cannot be read.
package enum MarkupError: Error, Equatable, CustomStringConvertible {
    /// More than `HTMLPage.limit` bytes.
    case pageTooLarge
    /// It has too many elements, or too many attributes in one.
    case pageTooComplex
    /// Nothing in it can be read as HTML.
    case noDocument
    /// The page declares a character encoding that is not supported.
    case encoding(String)
    case expressionTooLong
    /// It does not compile, or calls a function that does not exist.
    case invalidExpression
    /// Its result is a text, a number or a Boolean, where nodes are needed.
    case notNodes
    case tooManyNodes(limit: Int)
    /// The evaluation was ended by `XPath.operationLimit` or after `XPath.timeLimit`.
    case tooSlow
    case outOfMemory

    package var description: String {
        switch self {
        case .pageTooLarge: "the page is larger than \(HTMLPage.limit) bytes"
        case .pageTooComplex: "the page has too many elements"
        case .noDocument: "the page is empty"
        case .encoding(let name): "the page's encoding \"\(name)\" is not supported"
        case .expressionTooLong: "an XPath can have at most \(XPath.lengthLimit) characters"
        case .invalidExpression: "the XPath is not valid"
        case .notNodes: "the XPath does not select elements"
        case .tooManyNodes(let limit): "the XPath selects more than \(limit) elements"
        case .tooSlow: "the XPath takes too long"
        case .outOfMemory: "out of memory"
        }
    }
}

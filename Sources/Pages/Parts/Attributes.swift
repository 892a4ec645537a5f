// Small pieces of markup that many parts share.

/// ` name="value"`, or nothing when there is no value.
package func attribute(_ name: String, _ value: String?) -> HTML {
    guard let value else { return "" }
    return " \(name)=\"\(value)\""
}

/// ` name`, or nothing.
package func flag(_ name: String, _ isSet: Bool) -> HTML {
    isSet ? " \(name)" : ""
}

/// ` class="a b"` of the names that are not empty.
package func classes(_ names: String...) -> HTML {
    let names = names.filter { !$0.isEmpty }
    return names.isEmpty ? "" : attribute("class", names.joined(separator: " "))
}

/// A value that a form sends without showing it.
package func hiddenInput(_ name: String, _ value: String) -> HTML {
    "<input type=\"hidden\" name=\"\(name)\" value=\"\(value)\">"
}

/// The markup of each item, one after another.
@inlinable package func each<Items: Sequence>(_ items: Items, _ markup: (Items.Element) -> HTML) -> HTML {
    var all = HTML.none
    for item in items { all += markup(item) }
    return all
}

/// A slot that is only there when it has something in it.
@inlinable package func optional<Value>(_ value: Value?, _ markup: (Value) -> HTML) -> HTML {
    value.map(markup) ?? ""
}

/// Text only screen readers get.
package func spoken(_ text: String?) -> HTML {
    optional(text) { "<span class=\"sr\">\($0)</span>" }
}

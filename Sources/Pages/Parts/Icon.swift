/// A picture of 24 by 24 in strokes. It never stands alone: a word says the same beside it, or in the label of its control.
package enum Icon: String, CaseIterable, Part {
    case home, chat, people, person, bell, search, plus, check, cross, clock, calendar, pin, money, ticket
    case trophy, chart, list, star, heart, game, upload, download, settings, share, flag, block, lock
    case arrowLeft, arrowRight, arrowUp, arrowDown, chevronDown, swap, info, warning, live, edit, mail, key,
        more
    case signOut, shield, image, book, die, copy, screen

    package var html: HTML { html(class: "icon") }

    /// The same picture with another class beside `icon`.
    package func html(with name: String) -> HTML { html(class: "icon \(name)") }

    private func html(class names: String) -> HTML {
        "<svg class=\"\(names)\" aria-hidden=\"true\"><use href=\"\(Self.file)#\(rawValue)\"/></svg>"
    }

    /// All pictures, which a browser keeps: a page names them, often dozens of times.
    static let sprite: HTML = {
        let pictures = each(allCases) { icon in
            "<symbol id=\"\(icon.rawValue)\" viewBox=\"0 0 24 24\">\(icon.strokes)</symbol>"
        }
        return "<svg xmlns=\"http://www.w3.org/2000/svg\">\(pictures)</svg>"
    }()
    private static let file = PageFiles.path("icons.svg")

    private var strokes: HTML {
        switch self {
        case .home: "<path d=\"M4 11l8-7 8 7v8a1 1 0 0 1-1 1h-4v-6H9v6H5a1 1 0 0 1-1-1z\"/>"
        case .chat:
            "<path d=\"M5 5h14a1.5 1.5 0 0 1 1.5 1.5v9A1.5 1.5 0 0 1 19 17h-8l-5 4v-4H5a1.5 1.5 0 0 1-1.5-1.5v-9A1.5 1.5 0 0 1 5 5zM8 9.500h8M8 13h5\"/>"
        case .people:
            "<circle cx=\"9\" cy=\"8\" r=\"3.5\"/><path d=\"M2.5 20c0-3.6 2.9-6 6.5-6s6.5 2.4 6.5 6M16 4.800a3.5 3.5 0 0 1 0 6.400M18 14.500c2.2.8 3.5 2.8 3.5 5.5\"/>"
        case .person:
            "<circle cx=\"12\" cy=\"8\" r=\"4\"/><path d=\"M4.5 20.500c0-4 3.4-6.5 7.5-6.500s7.5 2.5 7.5 6.5\"/>"
        case .bell:
            "<path d=\"M12 3a6 6 0 0 0-6 6c0 5-2 6.5-2 8h16c0-1.5-2-3-2-8a6 6 0 0 0-6-6zM10 20.500h4\"/>"
        case .search: "<circle cx=\"10.5\" cy=\"10.5\" r=\"6.5\"/><path d=\"M15.5 15.500L21 21\"/>"
        case .plus: "<path d=\"M12 5v14M5 12h14\"/>"
        case .check: "<path d=\"M4.5 12.500l5 5 10-11\"/>"
        case .cross: "<path d=\"M6 6l12 12M18 6L6 18\"/>"
        case .clock: "<circle cx=\"12\" cy=\"12\" r=\"8.5\"/><path d=\"M12 7v5l3.5 2\"/>"
        case .calendar:
            "<path d=\"M5 5.500h14a1 1 0 0 1 1 1V19a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V6.500a1 1 0 0 1 1-1zM4 10h16M8 3v4M16 3v4\"/>"
        case .pin:
            "<path d=\"M12 21.500c4.5-4.7 7-8.3 7-11.500a7 7 0 0 0-14 0c0 3.2 2.5 6.8 7 11.500z\"/><circle cx=\"12\" cy=\"10\" r=\"2.5\"/>"
        case .money:
            "<path d=\"M3.5 6.500h17v11h-17z\"/><circle cx=\"12\" cy=\"12\" r=\"2.5\"/><path d=\"M6.5 9.500v5M17.5 9.500v5\"/>"
        case .ticket:
            "<path d=\"M3.5 6.500h17V10a2 2 0 0 0 0 4v3.500h-17V14a2 2 0 0 0 0-4zM14 7v2M14 11v2M14 15v2\"/>"
        case .trophy:
            "<path d=\"M7 4h10v5a5 5 0 0 1-10 0zM7 6H4c0 3 1.2 4.5 3.3 4.800M17 6h3c0 3-1.2 4.5-3.3 4.800M12 14v4M8 20.500c0-1.5 1.5-2.5 4-2.500s4 1 4 2.500z\"/>"
        case .chart: "<path d=\"M4 20h16M6.5 16v-5M12 16V5M17.5 16V8.5\"/>"
        case .copy: "<path d=\"M9 8.500h10.500V20H9zM15.500 8.500V4H5v11.500h4\"/>"
        case .list: "<path d=\"M9 6.500h11M9 12h11M9 17.500h11M4.5 6.500h.01M4.5 12h.01M4.5 17.500h.01\"/>"
        case .star:
            "<path d=\"M12 3.500l2.6 5.4 5.9.8-4.3 4.1 1.1 5.900L12 16.900l-5.3 2.8 1.1-5.9-4.3-4.1 5.9-.8z\"/>"
        case .heart:
            "<path d=\"M12 20C6 15.5 3.5 12.5 3.5 9.200A4.6 4.6 0 0 1 12 6.800a4.6 4.6 0 0 1 8.5 2.400C20.5 12.5 18 15.5 12 20z\"/>"
        case .game:
            "<path d=\"M7.5 7h9a5 5 0 0 1 4.8 4.200l.9 4.300a2.4 2.4 0 0 1-4.2 2L16 15.500H8l-2 2a2.4 2.4 0 0 1-4.2-2l.9-4.300A5 5 0 0 1 7.5 7zM8 10v3M6.5 11.500h3M15.5 11h.01M17.5 12.500h.01\"/>"
        case .upload: "<path d=\"M12 16V4M7 9l5-5 5 5M4 16v3.500a.5.5 0 0 0 .5.5h15a.5.5 0 0 0 .5-.5V16\"/>"
        case .download:
            "<path d=\"M12 4v12M7 11l5 5 5-5M4 16v3.500a.5.5 0 0 0 .5.5h15a.5.5 0 0 0 .5-.5V16\"/>"
        case .settings:
            "<path d=\"M4 7h8M18 7h2M4 17h2M12 17h8\"/><circle cx=\"15\" cy=\"7\" r=\"2.5\"/><circle cx=\"9\" cy=\"17\" r=\"2.5\"/>"
        case .share:
            "<circle cx=\"6\" cy=\"12\" r=\"2.5\"/><circle cx=\"17.5\" cy=\"5.5\" r=\"2.5\"/><circle cx=\"17.5\" cy=\"18.5\" r=\"2.5\"/><path d=\"M8.2 10.800l7.1-4M8.2 13.200l7.1 4\"/>"
        case .flag: "<path d=\"M5.5 21V4c4-2 8 2 13 0v10c-5 2-9-2-13 0\"/>"
        case .block: "<circle cx=\"12\" cy=\"12\" r=\"8.5\"/><path d=\"M6 6l12 12\"/>"
        case .lock: "<path d=\"M5.5 11h13v9h-13zM8 11V8a4 4 0 0 1 8 0v3\"/>"
        case .arrowLeft: "<path d=\"M15 5l-7 7 7 7\"/>"
        case .arrowRight: "<path d=\"M9 5l7 7-7 7\"/>"
        case .arrowUp: "<path d=\"M12 19V5M6 11l6-6 6 6\"/>"
        case .arrowDown: "<path d=\"M12 5v14M6 13l6 6 6-6\"/>"
        case .chevronDown: "<path d=\"M5 9l7 7 7-7\"/>"
        case .swap: "<path d=\"M4 9h15M15 5l4 4-4 4M20 16H5M9 12l-4 4 4 4\"/>"
        case .info: "<circle cx=\"12\" cy=\"12\" r=\"8.5\"/><path d=\"M12 11v5.500M12 7.500h.01\"/>"
        case .warning: "<path d=\"M12 4L2.5 20h19zM12 10v5M12 17.500h.01\"/>"
        case .live:
            "<circle cx=\"12\" cy=\"12\" r=\"2.5\"/><path d=\"M7 7a7 7 0 0 0 0 10M17 7a7 7 0 0 1 0 10M4 4a11.3 11.3 0 0 0 0 16M20 4a11.3 11.3 0 0 1 0 16\"/>"
        case .edit: "<path d=\"M4 20l1-4.500L16 4.500l3.5 3.5-11 11zM14 6.500l3.5 3.5\"/>"
        case .mail: "<path d=\"M3.5 5.500h17v13h-17zM4 6.500l8 6.5 8-6.5\"/>"
        case .key: "<circle cx=\"8\" cy=\"15.5\" r=\"4.5\"/><path d=\"M11.5 12.500L20 4M16 8l3 3\"/>"
        case .more: "<path d=\"M5 12h.01M12 12h.01M19 12h.01\"/>"
        case .signOut: "<path d=\"M14 4H5v16h9M10 12h11M17 8l4 4-4 4\"/>"
        case .shield: "<path d=\"M12 3l7.5 3v5.500c0 4.5-3 7.8-7.5 9.5-4.5-1.7-7.5-5-7.5-9.500V6z\"/>"
        case .image:
            "<path d=\"M3.5 5h17v14h-17zM4 17l5-5.5 4.5 5 2.5-2.5 4 4\"/><circle cx=\"15.5\" cy=\"9.5\" r=\"1.5\"/>"
        case .book:
            "<path d=\"M5 4.500h14v16H6.500A1.5 1.5 0 0 1 5 19zM5 19a1.5 1.5 0 0 1 1.5-1.500H19M9 8.500h6\"/>"
        case .screen: "<path d=\"M3.5 5h17v11h-17zM9 20h6M12 16v4\"/>"
        case .die:
            "<path d=\"M6.5 3.500h11a3 3 0 0 1 3 3v11a3 3 0 0 1-3 3h-11a3 3 0 0 1-3-3v-11a3 3 0 0 1 3-3zM8 8h.01M12 12h.01M16 16h.01\"/>"
        }
    }
}

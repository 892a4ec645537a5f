/// A picture beside what belongs to it: a cover with a game, a photo with a person.
package struct Media: Part {
    let picture: HTML
    let content: HTML

    package init(_ picture: HTML, _ content: HTML) {
        self.picture = picture
        self.content = content
    }

    package var html: HTML {
        "<div class=\"media\"><div>\(picture)</div><div class=\"stack\">\(content)</div></div>"
    }
}

/// A QR code, always dark on light, with the address in words below.
package struct QRFrame: Part {
    let svg: HTML
    let caption: HTML

    /// - Parameter svg: with `role="img"` and a label.
    package init(_ svg: HTML, caption: HTML) {
        self.svg = svg
        self.caption = caption
    }

    package var html: HTML { "<figure class=\"qr\">\(svg)<figcaption>\(caption)</figcaption></figure>" }
}

/// A photo with the square that stays of it. The numbers are fields; a script lets people drag instead.
package struct Crop: Part {
    let photo: String
    let alternative: String
    let hint: String
    let fields: [Field]
    let size: String?
    let numbers: String
    let numbersHint: String
    let isOfFile: Bool

    /// - Parameters:
    ///   - size: the words of the slider that scripts add.
    ///   - numbers: the words above the fields, which scripts hide behind them.
    ///   - isOfFile: there is nothing to crop before a file is chosen. Scripts show the photo then.
    package init(
        photo: String,
        alternative: String,
        hint: String,
        fields: [Field],
        size: String? = nil,
        numbers: String,
        numbersHint: String,
        isOfFile: Bool = false
    ) {
        self.numbers = numbers
        self.numbersHint = numbersHint
        self.isOfFile = isOfFile
        self.photo = photo
        self.alternative = alternative
        self.hint = hint
        self.fields = fields
        self.size = size
    }

    package var html: HTML {
        """
        <div class="crop" data-crop\(attribute("data-size", size))\(flag("data-file", isOfFile))>\
        <figure class="crop-frame"><p class="hint">\(hint)</p><img src="\(photo)" alt="\(alternative)"></figure>\
        \(Disclosure(numbers, isOpen: true, "<p class=\"hint\">\(numbersHint)</p><div class=\"row\">\(fields)</div>"))</div>
        """
    }
}

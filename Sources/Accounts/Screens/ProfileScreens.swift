internal import HTTPServer
internal import Localization
internal import Pages
internal import ParlayAPI
internal import Tenancy

extension Screen {
    /// What others read about the person. Modules add their fields.
    static let profile = Screen(
        "me/profile",
        "Your profile",
        writes: [ScreenWrite(ProfileCalls.changeOwn) { _, _ in "me/profile?done=saved" }]
    ) { visit in
        let (profile, tag) = try await visit.readTagged(ProfileCalls.showOwn)
        let form = ScreenForm(visit, ProfileCalls.changeOwn, tag: tag)
        let values = FieldValues(profile)
        let required = visit.tenant.settings.signUpFields
        func name(_ field: String, _ key: AccountText, _ sign: SignUpField, _ hint: String) -> HTML {
            form.field(
                field,
                visit.text(key),
                value: values[field],
                autocomplete: hint,
                isRequired: required.contains(sign),
                marksOptional: true
            )
        }
        let modules = form.fields.filter { $0.module != nil }
        let photo =
            profile.person.photo == nil
            ? visit.text(AccountText.addPhoto) : visit.text(AccountText.changePhoto)
        return Document(
            visit.text(AccountText.profile),
            isNarrow: true,
            """
            \(PageHead(visit.text(AccountText.profile), back: visit.meLink))
            \(visit.flash("saved", AccountText.saved))
            <div class="person-head">\(Avatar(profile.person, visit, .large))\
            \(Button(photo, .quiet, icon: .image, .link(visit.link("me/photo"))))</div>
            \(form("""
                \(form.alert)
                <div class="row">\(name("first_name", .firstName, .firstName, "given-name"))\
                \(name("last_name", .lastName, .lastName, "family-name"))</div>
                \(form.field(
                    "username",
                    visit.text(AccountText.usernameNew),
                    value: values["username"],
                    hint: visit.text(AccountText.usernameHint),
                    autocomplete: "username",
                    isRequired: true
                ))
                \(form.field("bio", visit.text(AccountText.bio), .textarea(rows: 4), value: profile.bio, marksOptional: true))
                \(each(modules) { form.part($0.name, value: values[$0.name], isRequired: !$0.isNullable, marksOptional: true) ?? .none })
                \(form.submit(visit.text(PageText.save), isWide: true))
                """))
            <p><a href="\(visit.personLink(profile.person.id))">\(visit.text(AccountText.seeProfile))</a></p>
            """
        )
    }

    /// The photo, cropped by dragging, or by numbers without scripts.
    static let photo = Screen(
        "me/photo",
        "Your photo",
        writes: [
            ScreenWrite(PhotoCalls.replaceOwn) { _, _ in "me/profile?done=saved" },
            ScreenWrite(PhotoCalls.removeOwn) { _, _ in "me/profile?done=saved" },
        ],
        upload: PhotoCalls.byteLimit
    ) { visit in
        let profile = try await visit.read(ProfileCalls.showOwn)
        let form = ScreenForm(visit, PhotoCalls.replaceOwn)
        let removal = ScreenForm(visit, PhotoCalls.removeOwn)
        let photo = visit.photo(of: profile.person)
        let numbers: [(String, AccountText)] = [
            ("left", .cropLeft), ("top", .cropTop), ("width", .cropWidth), ("height", .cropHeight),
        ]
        let crop = Crop(
            photo: photo.map { $0 + ($0.contains("?") ? "&" : "?") + "size=1024" } ?? silhouette,
            alternative: visit.text(AccountText.photoYours),
            hint: visit.text(AccountText.cropHint),
            // Together they are the call's one parameter.
            fields: numbers.map { id, label in
                Field("crop", visit.text(label), .number, id: "crop-\(id)", limits: .init(minimum: "0"))
            },
            size: visit.text(AccountText.cropSize),
            numbers: visit.text(AccountText.cropNumbers),
            numbersHint: visit.text(AccountText.cropNumbersHint),
            isOfFile: photo == nil
        )
        let remove = removal.button(
            visit.text(AccountText.removePhoto),
            .danger,
            confirm: visit.text(AccountText.removePhotoSure)
        )
        return Document(
            visit.text(AccountText.photo),
            isNarrow: true,
            """
            \(PageHead(visit.text(AccountText.photo), back: (visit.text(AccountText.profile), visit.link("me/profile"))))
            \(form(
                """
                \(form.alert)
                \(Field(
                    "photo",
                    visit.text(AccountText.photoFile),
                    .file(accept: "image/jpeg,image/png,image/webp"),
                    hint: visit.text(AccountText.photoHint),
                    isRequired: true
                ))
                \(crop)
                \(form.submit(visit.text(AccountText.upload), isWide: true))
                """,
                isUpload: true
            ))
            \(photo == nil ? HTML.none : remove)
            """
        )
    }

    /// Shown where there is no photo yet.
    private static let silhouette =
        "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='320' height='320' viewBox='0 0 24 24'%3E"
        + "%3Crect width='24' height='24' fill='%23c9cdd2'/%3E%3Ccircle cx='12' cy='9' r='4' fill='%23fff'/%3E"
        + "%3Cpath d='M3 24a9 9 0 0 1 18 0z' fill='%23fff'/%3E%3C/svg%3E"
}

/// The calls about the categories of wagers.
package enum CategoryCalls {
    package static let list = Endpoint<Void, Never, ListPage<String>>(.get, "categories")
        .module(.wagers).keys(.readWagers).titled("List the categories of wagers").named("listCategories")
        .pagedOnDemand
        .explained("The categories to choose from, in the order to show them.")
        .answering(
            200,
            .object(
                name: "CategoryList",
                [
                    .member("items", .list(.member("", .text)), "\"Other\" is always last."),
                    .member("next_cursor", .text, "Null on the last page.", isNullable: true),
                ],
                example: ["items": ["Sports", "Food", "Other"], "next_cursor": nil]
            ),
            "The tenant's categories."
        )

    package static let all = Endpoint<Void, Never, CategoryNames>(.get, "admin/categories")
        .access(.role(.admin)).keys(.readWagers).titled("List the categories of wagers")
        .explained("In the order in which people see them.").answering(200)

    package static let replace = Endpoint<Void, CategoryNames, CategoryNames>(.put, "admin/categories")
        .access(.role(.admin)).titled("Replace the categories of wagers")
        .explained("Existing wagers keep a category that is removed.")
        .taking(example: ["names": ["Sports", "Food", "Other"]]).answering(200)
        .refusingEditConflicts
}

package import HTTPServer
internal import ParlayAPI

extension Gateway {
    /// Answers a call of the API as the operator of the installation, who may do what admins may, also in a suspended
    /// tenant, and has no account, token or budget (decision 213).
    ///
    /// - Parameter author: whom a new row names that must name an account; the audit log names the operator.
    package func answerOperator(_ head: RequestHead, body: [UInt8], author: AccountID? = nil) async
        -> Response
    {
        guard let segments = RequestTarget.segments(head.path),
            let (surface, router) = surfaces.first(where: { segments.starts(with: $0.surface.prefix) }),
            let slug = segments.dropFirst(surface.prefix.count).first,
            let tenant = shared.registry.tenant(slug)
        else { return refusal(.unknownTenant, of: head) }
        let rest = segments.dropFirst(surface.prefix.count + 1)
        guard
            case .found(let number, let parameters) = router.match(
                head.method,
                rest,
                where: { $0.route.isEnabled(in: tenant) }
            )
        else { return surface.refusal(Self.missing(head, rest, router), head, tenant) }
        let trace = RequestTrace()
        trace.enter(router[number].label, number: router[number].number)
        let session = Session(
            tenant: tenant,
            registry: shared.registry,
            database: database,
            token: nil,
            address: head.peer,
            now: .now,
            trace: trace,
            budget: budget,
            announced: 0,
            report: shared.report
        )
        session.become(.ofOperator)
        session.author = author
        let request = Request(head: head, parameters: parameters, body: body, trace: trace)
        return await AdmittedRequest(
            shared,
            router[number],
            surface,
            head,
            tenant,
            session,
            isTooLarge: false
        )
        .respond(to: request)
    }
}

internal import Database
internal import Observability

extension ConnectionSettings {
    /// The same, with what happens on the connections in the log.
    func logged(to logger: Logger) -> ConnectionSettings {
        var settings = self
        settings.observer = { event in
            switch event {
            case .lost(let reason): logger.warning("database lost", [.text("reason", reason)])
            case .back(let outage):
                logger.notice("database back", [.duration("outage_ms", outage)])
            case .notice(let notice):
                let fields: [LogField] = [
                    .text("severity", notice.severity), .text("text", notice.message),
                    .text("detail", notice.detail), .text("hint", notice.hint),
                ]
                logger.log(notice.severity == "WARNING" ? .warning : .info, "database notice", fields)
            }
        }
        return settings
    }
}

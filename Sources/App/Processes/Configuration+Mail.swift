internal import Console
internal import Notifications
internal import Outbound
internal import Reactor
internal import Security

extension Configuration {
    /// The worker's mail settings.
    func mailService(_ signer: Signer) throws -> MailService {
        guard let sender = Mailbox(self[Self.mailFrom]) else {
            throw CommandFailure("PARLAY_MAIL_FROM is not an address")
        }
        var delivery = MailService.Delivery.stored
        if let server = smtpServer {
            // As many threads as the job's limit; further mails wait in the job queue.
            delivery = .server(
                SMTPClient(server, pool: try BlockingPool(name: "mail", threads: 4, capacity: 64))
            )
        }
        return MailService(delivery, sender: sender, publicURL: linkBase, signer: signer)
    }
}

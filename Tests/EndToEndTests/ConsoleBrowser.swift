import Foundation
import TestSupport
import Testing

/// A `parlay console` that runs, and a browser that is signed in to it.
struct ConsoleBrowser {
    let process: ParlayProcess
    let port: UInt16
    let session: HTTPSession
    /// Of the printed link; it is used.
    let link: URL
    private let cookie: String

    /// Starts a console and follows its link.
    static func start(_ site: Site) async throws -> ConsoleBrowser {
        let port = try Parlay.freePort()
        let process = try site.start("console", "--listen", "127.0.0.1:\(port)")
        try await eventually("a link") {
            if !process.isRunning { throw Parlay.Failure("the console ended: \(process.errors)") }
            return process.output.contains("/enter/")
        }
        let printed = process.output.split { $0.isWhitespace }.first { $0.contains("/enter/") }
        let link = try #require(printed.flatMap { URL(string: String($0)) })
        let session = HTTPSession(port: port)
        let entered = try await session.send("GET", link.path)
        try #require(entered.status == 303)
        let field = try #require(entered.header("set-cookie"))
        return ConsoleBrowser(
            process: process,
            port: port,
            session: session,
            link: link,
            cookie: String(field.prefix { $0 != ";" })
        )
    }

    var headers: [String: String] { ["Cookie": cookie] }

    func get(_ path: String) async throws -> Answer { try await session.send("GET", path, headers: headers) }

    /// A form of the console's own page.
    func post(_ path: String, _ fields: [(String, String)], from origin: String = "http://localhost")
        async throws
        -> Answer
    {
        var all = headers
        all["Content-Type"] = "application/x-www-form-urlencoded"
        all["Origin"] = origin
        let body = fields.map {
            "\($0.0)=\($0.1.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")"
        }
        return try await session.send("POST", path, body.joined(separator: "&"), headers: all)
    }

    /// A form with a file.
    func upload(_ path: String, _ file: [UInt8], _ fields: [(String, String)]) throws -> RawReply {
        let mark = "----parlay-test"
        var body: [UInt8] = []
        for (name, value) in fields {
            body += Array(
                "--\(mark)\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n".utf8
            )
        }
        body += Array(
            "--\(mark)\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.gz\"\r\nContent-Type: application/gzip\r\n\r\n"
                .utf8
        )
        body += file + Array("\r\n--\(mark)--\r\n".utf8)
        let client = try RawClient(port: port)
        try client.send(
            "POST \(path) HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\nCookie: \(cookie)\r\n"
                + "Content-Type: multipart/form-data; boundary=\(mark)\r\nContent-Length: \(body.count)\r\n\r\n"
        )
        try client.send(body)
        return try client.receive(bodiless: false)
    }

    /// The page of a run once it has ended.
    func ended(_ run: String) async throws -> Answer {
        var page = try await get(run)
        try await eventually("the end of \(run)") {
            page = try await get(run)
            return !page.text.contains("data-refresh")
        }
        return page
    }
}

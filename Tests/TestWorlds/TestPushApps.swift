package import ParlayAPI
internal import Security

/// Credentials with which apps get push messages. The keys were made for tests.
package enum TestPushApps {
    package static let (team, keyID, topic) = ("A1B2C3D4E5", "F6G7H8J9K0", "org.example.app")
    package static let (project, client) = ("club-1a2b3", "push@club-1a2b3.iam.gserviceaccount.com")

    /// Of an app on a device of Apple's.
    package static func deviceToken(_ number: Int = 1) -> String { sha256("device \(number)").hex }

    /// Of an app with Firebase.
    package static func registrationToken(_ number: Int = 1) -> String {
        "dQw4w9WgXcQ_\(number):APA91b-\(Base64URL.encode(sha256("app \(number)").bytes))"
    }

    /// The setting `push_apps` for `apns`, as an admin sends it.
    package static func apple(key: String? = appleKey, sandbox: Bool = false) -> JSONValue {
        var object: JSONObject = [
            "platform": "apns", "team_id": .string(team), "key_id": .string(keyID),
            "topic": .string(topic), "sandbox": .bool(sandbox),
        ]
        if let key { object.add("private_key", .string(key)) }
        return .object(object)
    }

    /// The same for `fcm`, with the whole file of the service account.
    package static func firebase(key: String? = googleFile) -> JSONValue {
        guard let key else {
            return [
                "platform": "fcm", "project_id": .string(project), "client_email": .string(client),
            ]
        }
        return ["platform": "fcm", "private_key": .string(key)]
    }

    /// The file of a service account, as Google gives it out.
    package static let googleFile: String = {
        let object: JSONObject = [
            "type": "service_account", "project_id": .string(project), "private_key_id": "0123abcd",
            "private_key": .string(googleKey + "\n"), "client_email": .string(client),
            "token_uri": "https://thief.example/token",
        ]
        return String(decoding: object.jsonBytes(), as: UTF8.self)
    }()

    /// The public parts.
    package static let applePublicKey: JSONValue = [
        "kty": "EC", "crv": "P-256", "kid": .string(keyID),
        "x": "6wkKpArSawPcnCiug7ObnlQ4GG0XFzHuTHVbkmoroII",
        "y": "J-y91S7rqScyXF7FfxsVlqx6mhF2SS8eW00HNNEPvYQ",
    ]
    package static let googlePublicKey: JSONValue = ["kty": "RSA", "e": "AQAB", "n": .string(modulus)]
    private static let modulus =
        "sL-J__a1k3UDfMSXUvU9Zjb6CWuU5ofg0QfpSCQmM9Lm-bj6QbMv5PQLkRCFihdt-0Q7HiYTvwGsh57-Fpx2jXM3xD"
        + "qwmYxxjEZc79ePuj1ffZfXvgNrw_6u9Et8VwcF3URqpIkMENMGvXxJUy-_MNVMp8cQ96vb51QAKPChWqRCH6HbJFwj"
        + "aQR4-9uI1f7P-xbriUyZeWrrNHtgWZDhdwVl-CN_43uYTC2ljYykaELWnq4Pjx_BhBndGbuP7Prz-iQA8GH7FkZzJ7"
        + "JoEFryplO6g8J5IknhCW2RDh_kt42fe6ILVOf17j9zzJxdPtyMOgZVlfWBWEJQfNOisei9Lw"

    /// What is in a .p8 file.
    package static let appleKey = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgmP7UhmmGgPjhtWE9
        jpxHwLzw0bCqZJKNoWo9fwnNd++hRANCAATrCQqkCtJrA9ycKK6Ds5ueVDgYbRcX
        Me5MdVuSaiuggifsvdUu66knMlxexX8bFZasepoRdkkvHltNBzTRD72E
        -----END PRIVATE KEY-----
        """

    /// The private key of the service account.
    package static let googleKey = """
        -----BEGIN PRIVATE KEY-----
        MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQCwv4n/9rWTdQN8
        xJdS9T1mNvoJa5Tmh+DRB+lIJCYz0ub5uPpBsy/k9AuREIWKF237RDseJhO/AayH
        nv4WnHaNczfEOrCZjHGMRlzv14+6PV99l9e+A2vD/q70S3xXBwXdRGqkiQwQ0wa9
        fElTL78w1UynxxD3q9vnVAAo8KFapEIfodskXCNpBHj724jV/s/7FuuJTJl5aus0
        e2BZkOF3BWX4I3/je5hMLaWNjKRoQtaerg+PH8GEGd0Zu4/s+vP6JADwYfsWRnMn
        smgQWvKmU7qDwnkiSeEJbZEOH+S3jZ97ogtU5/XuP3PMnF0+3Iw6BlWV9YFYQlB8
        06Kx6L0vAgMBAAECggEACq5gkBPgMDuTjOAyhuRkI/+xh401T+MpPmice+wXVO1r
        YO8BTKQgAlWPN2KIt2ooDtW2PuGtMs9OllmQ4FvvPCgY2CZ10qmumPwNlL7xpB8e
        XLAm7Qg25H7JIuFG79lwTMlcKnpPvNqL3zqaEcliY/iX69G3YEhF/0pPwimcjqYh
        xZvN5tIla3NMJ2rAgCaKMaokEWyEDeF5/obS9MoZ/Dw6pL9zdqL8hDPKdTmaWnDu
        V/zLnfT3jRKJpoydN0HtMHaTB5wt0pn3qwS2LYLNp58lgtGPhzY5TaNYdfdvi3pQ
        9++6IWKuae0AQz6/CsBtLgt8eTA8//N9Ss8xm1QK0QKBgQDj2IuG/Nkuujx3HYyc
        nWzTQIoEMBeqicisYXt8NHfXNibisRubbC1sB7HO6LsWWLo7yMYNj4UyBcJSMFaq
        DmLJ5mI0YhbiYGhBW87cxsGgNamkd7kOmqRJa1xzSchFI3ZYmXqKC9zisQVpuL4Q
        lI0bluhJ7F4eSdVO6jyFlGcBMQKBgQDGlp6mdo+kRDYD03SD5qvBcTJUlUAVucm/
        W3Z4pOJOU/z/Ym5tbc6I4csjqMo2onAnM/IufFFjstKRNVO4JW3D29w0SdPwrmIr
        I711nojs7jRvksVMGZV2ykUUPrWTC1NDw7Jw092+jlpxe6UC6cE9elHiYS7KPTmB
        iYJvVXEMXwKBgAIMNyzOZvFJkTOM22+o5op7gQIKoJvSwy/xbFewbQdNIEpXRyU9
        cqcO5qUyaEQKJhpVcpo6mPrbHGT6tDyxBmhEHsvTudrs/OLhfVl0m9bhxJWK0en0
        r9dNFLagiiE88VpYfsZw1tpetuq9U0/41c/SqmHHswzYowcjicm1jLtxAoGAPdlN
        IfUM+ZEQ7ZIe2LGvznhtv3AYXGvXjJR0ylA390MrKXLDh6tKRtFjzgBUsj1XBq6j
        /5xSUOWxtO3R3Ck0DWrdIx/XNT9qbZsc95Pfe0MY66LfdbsGFNAcQZjiPiCp1xIM
        8hzaE+4L9woWM1kQCRCejg3MX8o/rbtg90G6CqsCgYEAmz+V8sxVC7W3aJ9A0d3x
        bbkZWG+7mcIZPuikpkZHEqbx8jcBaPYQTfmHjbK0zwl5LGcNh9FWNL4jX0RxW+Bg
        QBwM8S5ZS9p4mqo0VUWi+UAZ0aP0P22h5Er0e/MA7SLeoTXXLmiPkQe5bDvPNVoj
        o+w4/DHSV7U4+8mSwxkIjpM=
        -----END PRIVATE KEY-----
        """
}

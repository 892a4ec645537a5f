# A mail server for tests. Prints its port, then one JSON object a message that it took.
#
# What it does follows from the recipient: later@ gets 451, never@ 550, content@ 554 after the content, silent@ no
# answer for as long as the test lasts. Flags: --starttls CERTIFICATE KEY, --tls CERTIFICATE KEY, --login USER PASSWORD,
# --silent (says nothing at all).
import asyncio
import json
import ssl
import sys

from aiosmtpd.smtp import SMTP, AuthResult


class Handler:
    async def handle_RCPT(self, server, session, envelope, address, options):
        local = address.split("@")[0]
        if local == "later":
            return "451 4.3.0 <%s> come back later" % address
        if local == "never":
            return "550 5.1.1 <%s> unknown here" % address
        if local == "silent":
            await asyncio.sleep(3600)
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server, session, envelope):
        if envelope.rcpt_tos[0].startswith("content@"):
            return "554 5.6.0 we do not like it"
        print(
            json.dumps(
                {
                    "from": envelope.mail_from,
                    "to": envelope.rcpt_tos,
                    "tls": session.ssl is not None or "--tls" in sys.argv,
                    "user": session.auth_data,
                    "source": envelope.content.decode("utf-8"),
                }
            ),
            flush=True,
        )
        return "250 OK"


def after(flag, count):
    if flag not in sys.argv:
        return None
    index = sys.argv.index(flag)
    return sys.argv[index + 1 : index + 1 + count]


def context(files):
    made = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    made.load_cert_chain(*files)
    return made


async def main():
    starttls, tls, login = after("--starttls", 2), after("--tls", 2), after("--login", 2)

    def authenticate(server, session, envelope, mechanism, data):
        if [data.login.decode(), data.password.decode()] != login:
            return AuthResult(success=False, handled=False)
        return AuthResult(success=True, auth_data=data.login.decode())

    def protocol():
        return SMTP(
            Handler(),
            enable_SMTPUTF8=True,
            tls_context=context(starttls) if starttls else None,
            require_starttls=bool(starttls),
            auth_required=bool(login),
            auth_require_tls=bool(starttls),
            authenticator=authenticate if login else None,
        )

    loop = asyncio.get_running_loop()
    if "--silent" in sys.argv:
        server = await loop.create_server(asyncio.Protocol, "127.0.0.1", 0)
    else:
        server = await loop.create_server(protocol, "127.0.0.1", 0, ssl=context(tls) if tls else None)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


asyncio.run(main())

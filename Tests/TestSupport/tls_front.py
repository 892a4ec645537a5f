# A front that ends TLS, as Caddy or HAProxy does: what comes in goes to a server on this machine. Arguments: the files of its certificate
# and key, and the server's port. Prints its own port, and then a line for each connection on which something came.
import socket
import ssl
import sys
import threading

certificate, key, target = sys.argv[1], sys.argv[2], int(sys.argv[3])
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain(certificate, key)


def pump(source, sink):
    try:
        while data := source.recv(65536):
            sink.sendall(data)
        sink.shutdown(socket.SHUT_WR)
    except OSError:
        pass


def serve(raw):
    try:
        with context.wrap_socket(raw, server_side=True) as client:
            # A client may refuse the certificate after the handshake, and sends nothing then.
            if not (first := client.recv(65536)):
                return
            print("passed on", flush=True)
            with socket.create_connection(("127.0.0.1", target)) as server:
                server.sendall(first)
                # The server ends the connection, or the client does: then there is nothing to answer.
                back = threading.Thread(target=pump, args=(server, client), daemon=True)
                back.start()
                pump(client, server)
                back.join(10)
    except OSError:
        pass


listener = socket.create_server(("127.0.0.1", 0))
print(listener.getsockname()[1], flush=True)
while True:
    threading.Thread(target=serve, args=(listener.accept()[0],), daemon=True).start()

"""Pipelines requests with `Expect: 100-continue` and their bodies, and reads late. Every request must be answered.

    pipelined_expect.py <server port>
"""
import socket
import sys
import threading
import time

COUNT = 20_000


def run(field):
    client = socket.socket()
    client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    client.connect(("127.0.0.1", int(sys.argv[1])))
    request = b"POST /e HTTP/1.1\r\nHost: a\r\n" + field + b"Content-Length: 5\r\n\r\nhello"

    def send():
        try:
            client.sendall(request * COUNT)
        except OSError as error:
            print("sending:", error)

    sender = threading.Thread(target=send)
    sender.start()
    time.sleep(3)
    client.settimeout(20)
    answers, tail, end = 0, b"", "complete"
    try:
        while answers < COUNT:
            part = client.recv(1 << 16)
            if not part:
                end = "end of file"
                break
            # The last bytes of an answer's body.
            answers += (tail + part).count(b'"}\n')
            tail = (tail + part)[-2:]
    except OSError as error:
        end = repr(error)
    print(field, answers, "answers of", COUNT, end)
    client.close()
    sender.join()


run(b"Expect: 100-continue\r\n")
run(b"")

"""A server that answers as clients/retries.json says: case 3 is at /3/v1/t/, and /3/seen is what it was asked."""
import http.server
import json
import pathlib
import socket
import threading

CASES = json.loads((pathlib.Path(__file__).parent / "retries.json").read_text())


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    seen = [[] for _ in CASES]

    def answer(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        number, path = self.path.strip("/").split("/", 1)
        requests, answers = self.seen[int(number)], CASES[int(number)]["answers"]
        if path == "seen":
            return self.send(200, "application/json", json.dumps(requests))
        requests.append({"key": self.headers.get("Idempotency-Key"), "token": self.headers.get("Authorization"), "body": body.decode()})
        answer = answers[min(len(requests), len(answers)) - 1]
        if "drop" in answer:
            self.close_connection = True
            return self.connection.shutdown(socket.SHUT_RDWR)
        status = answer["status"]
        if "html" in answer:
            return self.send(status, "text/html", "<h1>Please sign in to this network</h1>")
        if "json" in answer:
            return self.send(status, "application/json", json.dumps(answer["json"]), is_half="half" in answer)
        problem = {"type": "about:blank", "title": "", "status": status, "detail": "", "code": answer["code"], "request_id": "1"}
        self.send(status, "application/problem+json", json.dumps(problem), answer.get("retry_after"))

    do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = answer

    def send(self, status, kind, text, retry_after=None, is_half=False):
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(text)))
        if retry_after is not None:
            self.send_header("Retry-After", str(retry_after))
        self.end_headers()
        self.wfile.write(text.encode()[:3 if is_half else None])
        if is_half:
            self.wfile.flush()
            self.close_connection = True
            self.connection.shutdown(socket.SHUT_RDWR)

    def log_message(self, *_):
        pass


def start():
    """Its address."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_port}"


if __name__ == "__main__":
    print(start(), flush=True)
    # Until whoever started it has ended.
    input()

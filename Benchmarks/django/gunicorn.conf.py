"""How gunicorn serves the peer. Everything comes from the runner's environment."""

import os

bind = f"127.0.0.1:{os.environ['PEER_PORT']}"
workers = 2 * (os.cpu_count() or 1) + 1
worker_class = os.environ["PEER_WORKER_CLASS"]
threads = int(os.environ["PEER_THREADS"])
worker_connections = 1000
keepalive = 75
backlog = 2048
preload_app = True
worker_tmp_dir = "/dev/shm" if os.path.isdir("/dev/shm") else None
loglevel = "warning"
accesslog = None


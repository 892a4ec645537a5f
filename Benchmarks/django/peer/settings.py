"""Settings of the peer: a production set-up, with everything off that the endpoints do not need."""

import os

DEBUG = False
SECRET_KEY = "not used: nothing is signed"
ALLOWED_HOSTS = ["127.0.0.1"]
ROOT_URLCONF = "peer.urls"
WSGI_APPLICATION = "peer.wsgi.application"
INSTALLED_APPS = ["rest_framework", "peer"]
# For Content-Length, without which gunicorn answers in chunks.
MIDDLEWARE = ["django.middleware.common.CommonMiddleware"]
APPEND_SLASH = False
USE_TZ = True
TIME_ZONE = "UTC"
USE_I18N = False
LOGGING_CONFIG = None

DATABASES = {
    "default": {
        "ENGINE": "django.db.backends.postgresql",
        "HOST": os.environ["PEER_DATABASE_HOST"],
        "NAME": os.environ["PEER_DATABASE_NAME"],
        "USER": os.environ["PEER_DATABASE_USER"],
        "CONN_MAX_AGE": None,
        "OPTIONS": {
            "options": "-c search_path=parlay,public -c timezone=UTC",
            # Statements are prepared on the server from their third use on, as the other peers' are.
            "server_side_binding": True,
            "prepare_threshold": 2,
        },
    }
}

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": ["peer.authentication.DigestAuthentication"],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    "UNAUTHENTICATED_USER": None,
    "UNAUTHENTICATED_TOKEN": None,
}

"""Token authentication as Django REST framework's own does it, by the digest of the token."""

import hashlib
import time

from django.utils import timezone
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed, NotFound
from rest_framework.request import Request

from .models import Account, Tenant, Token

TENANT_SECONDS = 60.0
_tenants: dict[str, tuple[float, Tenant]] = {}


def tenant_of(slug: str) -> Tenant:
    """The tenant, from memory for a minute: Parlay does not ask the database for it either."""
    known = _tenants.get(slug)
    if known is not None and known[0] > time.monotonic():
        return known[1]
    tenant = Tenant.objects.filter(slug=slug, status="active").first()
    if tenant is None:
        raise NotFound()
    _tenants[slug] = (time.monotonic() + TENANT_SECONDS, tenant)
    return tenant


class DigestAuthentication(BaseAuthentication):
    """`Authorization: Token …`, one query."""

    def authenticate(self, request: Request) -> tuple[Account, Token] | None:
        parts = get_authorization_header(request).split()
        if len(parts) != 2 or parts[0].lower() not in (b"token", b"bearer"):
            return None
        tenant = tenant_of(request.parser_context["kwargs"]["slug"])
        try:
            token = Token.objects.select_related("account").get(
                tenant_id=tenant.id,
                digest=hashlib.sha256(parts[1]).digest(),
                expires_at__gt=timezone.now(),
                account__tenant_id=tenant.id,
                account__status="active",
            )
        except Token.DoesNotExist:
            raise AuthenticationFailed() from None
        return token.account, token

    def authenticate_header(self, request: Request) -> str:
        return "Token"

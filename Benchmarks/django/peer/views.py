"""Profiles and matches."""

import base64
import json
from datetime import datetime

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone
from rest_framework import generics
from rest_framework.exceptions import APIException, NotFound, PermissionDenied, ValidationError
from rest_framework.pagination import BasePagination
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from .models import Account, Block, Match, Notice
from .serializers import MatchSerializer, OwnProfileSerializer, ProfileSerializer, ProposalSerializer


class Conflict(APIException):
    status_code = 409
    default_code = "match_state"
    default_detail = "The state of the match forbids it."


class OwnProfile(generics.RetrieveAPIView):
    serializer_class = OwnProfileSerializer

    def get_object(self) -> Account:
        return self.request.user


class KeysetPagination(BasePagination):
    """By (last_active_at, id), descending."""

    next_cursor: str | None = None

    def paginate_queryset(
        self, queryset: QuerySet[Account], request: Request, view: APIView | None = None
    ) -> list[Account]:
        try:
            limit = int(request.query_params.get("limit", 25))
        except ValueError:
            raise ValidationError({"parameter": "limit"}) from None
        if not 1 <= limit <= 100:
            raise ValidationError({"parameter": "limit"})
        cursor = request.query_params.get("cursor")
        if cursor is not None:
            instant, last_id = json.loads(base64.urlsafe_b64decode(cursor))
            active = datetime.fromisoformat(instant)
            queryset = queryset.filter(Q(last_active_at__lt=active) | Q(last_active_at=active, id__lt=last_id))
        rows = list(queryset[: limit + 1])
        if len(rows) > limit:
            rows.pop()
            key = json.dumps([rows[-1].last_active_at.isoformat(), rows[-1].id])
            self.next_cursor = base64.urlsafe_b64encode(key.encode()).decode()
        self.path = f"{request.path}?limit={limit}&cursor={self.next_cursor}"
        return rows

    def get_paginated_response(self, data: list[object]) -> Response:
        headers = {"Link": f'<{self.path}>; rel="next"'} if self.next_cursor else None
        return Response({"items": data, "next_cursor": self.next_cursor}, headers=headers)


class Partners(generics.ListAPIView):
    """People whose languages cross mine, not matched with me, neither blocking nor blocked."""

    serializer_class = ProfileSerializer
    pagination_class = KeysetPagination

    def get_queryset(self) -> QuerySet[Account]:
        me: Account = self.request.user
        tenant = me.tenant_id
        matches = Match.objects.filter(tenant_id=tenant)
        blocks = Block.objects.filter(tenant_id=tenant)
        return Account.objects.filter(
            ~Exists(matches.filter(user1_id=me.id, user2_id=OuterRef("id"))),
            ~Exists(matches.filter(user2_id=me.id, user1_id=OuterRef("id"))),
            ~Exists(blocks.filter(account_id=me.id, blocked_id=OuterRef("id"))),
            ~Exists(blocks.filter(blocked_id=me.id, account_id=OuterRef("id"))),
            tenant_id=tenant,
            status="active",
            known_lang=me.learn_lang,
            learn_lang=me.known_lang,
        ).order_by("-last_active_at", "-id")


class OneMatch(APIView):
    def put(self, request: Request, slug: str, match_id: int) -> Response:
        me: Account = request.user
        match = (
            Match.objects.select_related("user1", "user2")
            .filter(
                id=match_id, tenant_id=me.tenant_id, user1__tenant_id=me.tenant_id, user2__tenant_id=me.tenant_id
            )
            .first()
        )
        if match is None:
            raise NotFound()
        if me.id not in (match.user1_id, match.user2_id):
            raise PermissionDenied()
        proposal = ProposalSerializer(data=request.data)
        proposal.is_valid(raise_exception=True)
        proposed = 1 if me.id == match.user1_id else 2
        # Proposes (0), counters (the other's offer) or proposes again (3); an own offer waits until it is answered.
        if match.status_code == proposed:
            raise Conflict()
        read_version = match.version
        match.status_code = proposed
        match.time_1 = proposal.validated_data["time_1"]
        match.location = proposal.validated_data["location"]
        match.plans += 1
        match.version += 1
        match.updated_at = timezone.now()
        other = match.user2 if proposed == 1 else match.user1
        with transaction.atomic():
            changed = Match.objects.filter(id=match.id, tenant_id=me.tenant_id, version=read_version).update(
                status_code=match.status_code,
                time_1=match.time_1,
                location=match.location,
                plans=match.plans,
                version=match.version,
                updated_at=match.updated_at,
            )
            if changed != 1:
                raise Conflict()
            Notice.objects.create(
                tenant_id=me.tenant_id,
                account_id=other.id,
                kind="meetup_proposed",
                title=f"{me.first_name} proposes a meetup",
                text=match.location,
                subject_type="match",
                subject_id=match.id,
                created_at=match.updated_at,
            )
        return Response(MatchSerializer(match, context={"request": request}).data)

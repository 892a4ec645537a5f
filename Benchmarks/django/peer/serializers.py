"""The bodies, field for field those of Parlay."""

from datetime import datetime, timedelta, timezone

from rest_framework import serializers

from .models import Account, Match


class Instant(serializers.DateTimeField):
    """RFC 3339 in UTC with milliseconds."""

    def to_representation(self, value: datetime | None) -> str | None:
        if value is None:
            return None
        return value.astimezone(timezone.utc).isoformat(timespec="milliseconds")[:-6] + "Z"


class ProfileSerializer(serializers.ModelSerializer):
    photo = serializers.ReadOnlyField(default=None)
    created_at = Instant()
    last_active_at = Instant()
    reliability = serializers.SerializerMethodField()

    class Meta:
        model = Account
        fields = [
            "id",
            "username",
            "first_name",
            "last_name",
            "photo",
            "bio",
            "created_at",
            "last_active_at",
            "role",
            "status",
            "known_lang",
            "learn_lang",
            "reliability",
        ]
        read_only_fields = fields

    def get_reliability(self, account: Account) -> dict[str, int]:
        return {"met": account.met_count, "no_show": account.no_show_count}


class OwnProfileSerializer(ProfileSerializer):
    class Meta(ProfileSerializer.Meta):
        fields = [*ProfileSerializer.Meta.fields, "email"]
        read_only_fields = fields


class MatchSerializer(serializers.ModelSerializer):
    match_id = serializers.IntegerField(source="id")
    user_id1 = serializers.IntegerField(source="user1_id")
    user_id2 = serializers.IntegerField(source="user2_id")
    time_1 = Instant()
    created_at = Instant()
    updated_at = Instant()
    profile = serializers.SerializerMethodField()

    class Meta:
        model = Match
        fields = [
            "match_id",
            "user_id1",
            "user_id2",
            "time_1",
            "location",
            "status_code",
            "created_at",
            "updated_at",
            "profile",
        ]
        read_only_fields = fields

    def get_profile(self, match: Match) -> dict[str, object]:
        caller = self.context["request"].user
        return ProfileSerializer(match.user2 if caller.id == match.user1_id else match.user1).data


class ProposalSerializer(serializers.Serializer):
    time_1 = Instant()
    location = serializers.CharField(min_length=1, max_length=200, trim_whitespace=False)

    def validate_time_1(self, value: datetime) -> datetime:
        now = datetime.now(timezone.utc)
        if not now < value <= now + timedelta(days=365):
            raise serializers.ValidationError("Must lie in the future and within a year.")
        return value

"""Parlay's tables as unmanaged models.

Ids are unique over all tenants, so they can be the primary key here; queries name the tenant of every table they
join, because the indexes begin with it.
"""

from django.db import models


class Tenant(models.Model):
    id = models.BigIntegerField(primary_key=True)
    slug = models.TextField()
    status = models.TextField()

    class Meta:
        managed = False
        db_table = "tenants"


class Account(models.Model):
    id = models.BigIntegerField(primary_key=True)
    tenant = models.ForeignKey(Tenant, models.DO_NOTHING)
    username = models.TextField()
    email = models.TextField(null=True)
    first_name = models.TextField()
    last_name = models.TextField()
    bio = models.TextField()
    known_lang = models.TextField(null=True)
    learn_lang = models.TextField(null=True)
    role = models.TextField()
    status = models.TextField()
    met_count = models.IntegerField()
    no_show_count = models.IntegerField()
    created_at = models.DateTimeField()
    last_active_at = models.DateTimeField()

    # What Django REST framework asks of a user.
    is_authenticated = True

    class Meta:
        managed = False
        db_table = "accounts"


class Token(models.Model):
    id = models.BigIntegerField(primary_key=True)
    tenant = models.ForeignKey(Tenant, models.DO_NOTHING)
    account = models.ForeignKey(Account, models.DO_NOTHING)
    digest = models.BinaryField()
    last_used_at = models.DateTimeField(null=True)
    expires_at = models.DateTimeField()

    class Meta:
        managed = False
        db_table = "tokens"


class Block(models.Model):
    # Part of the key; Django wants one column.
    account = models.OneToOneField(Account, models.DO_NOTHING, primary_key=True, related_name="+")
    blocked = models.ForeignKey(Account, models.DO_NOTHING, related_name="+")
    tenant = models.ForeignKey(Tenant, models.DO_NOTHING)

    class Meta:
        managed = False
        db_table = "blocks"


class Match(models.Model):
    id = models.BigIntegerField(primary_key=True)
    tenant = models.ForeignKey(Tenant, models.DO_NOTHING)
    user1 = models.ForeignKey(Account, models.DO_NOTHING, db_column="user_id1", related_name="+")
    user2 = models.ForeignKey(Account, models.DO_NOTHING, db_column="user_id2", related_name="+")
    time_1 = models.DateTimeField(null=True)
    location = models.TextField(null=True)
    status_code = models.SmallIntegerField()
    plans = models.IntegerField()
    version = models.BigIntegerField()
    created_at = models.DateTimeField()
    updated_at = models.DateTimeField()

    class Meta:
        managed = False
        db_table = "matches"


class Notice(models.Model):
    id = models.BigAutoField(primary_key=True)
    tenant = models.ForeignKey(Tenant, models.DO_NOTHING)
    account = models.ForeignKey(Account, models.DO_NOTHING)
    kind = models.TextField()
    title = models.TextField()
    text = models.TextField()
    subject_type = models.TextField(null=True)
    subject_id = models.BigIntegerField(null=True)
    created_at = models.DateTimeField()

    class Meta:
        managed = False
        db_table = "notices"

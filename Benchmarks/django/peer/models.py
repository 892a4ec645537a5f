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
    email_proof = models.TextField(null=True)
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


class IdempotencyKey(models.Model):
    # Part of the key; Django wants one column.
    key = models.TextField(primary_key=True)
    tenant = models.ForeignKey(Tenant, models.DO_NOTHING)
    account = models.ForeignKey(Account, models.DO_NOTHING)
    fingerprint = models.BinaryField()
    status = models.IntegerField()
    headers = models.TextField()
    body = models.BinaryField()
    created_at = models.DateTimeField()

    class Meta:
        managed = False
        db_table = "idempotency_keys"


class Tournament(models.Model):
    id = models.BigIntegerField(primary_key=True)
    tenant = models.ForeignKey(Tenant, models.DO_NOTHING)
    status = models.TextField()

    class Meta:
        managed = False
        db_table = "tournaments"


class Event(models.Model):
    id = models.BigIntegerField(primary_key=True)
    tenant = models.ForeignKey(Tenant, models.DO_NOTHING)
    tournament = models.ForeignKey(Tournament, models.DO_NOTHING)
    home = models.TextField()
    away = models.TextField()
    starts_at = models.DateTimeField()
    status = models.TextField()
    home_score = models.IntegerField(null=True)
    away_score = models.IntegerField(null=True)

    class Meta:
        managed = False
        db_table = "events"


class Market(models.Model):
    id = models.BigIntegerField(primary_key=True)
    tenant = models.ForeignKey(Tenant, models.DO_NOTHING)
    event = models.ForeignKey(Event, models.DO_NOTHING)
    kind = models.TextField()
    line_quarters = models.SmallIntegerField(null=True)
    status = models.TextField()

    class Meta:
        managed = False
        db_table = "markets"


class Outcome(models.Model):
    id = models.BigIntegerField(primary_key=True)
    tenant = models.ForeignKey(Tenant, models.DO_NOTHING)
    market = models.ForeignKey(Market, models.DO_NOTHING)
    side = models.TextField()
    name = models.TextField()
    price = models.IntegerField()
    status = models.TextField()

    class Meta:
        managed = False
        db_table = "outcomes"


class Wallet(models.Model):
    account = models.OneToOneField(Account, models.DO_NOTHING, primary_key=True, related_name="+")
    tenant = models.ForeignKey(Tenant, models.DO_NOTHING)
    balance_cents = models.BigIntegerField()

    class Meta:
        managed = False
        db_table = "wallets"


class Bet(models.Model):
    id = models.BigAutoField(primary_key=True)
    tenant = models.ForeignKey(Tenant, models.DO_NOTHING)
    account = models.ForeignKey(Account, models.DO_NOTHING)
    stake_cents = models.BigIntegerField()
    potential_payout_cents = models.BigIntegerField()
    payout_cents = models.BigIntegerField(null=True)
    status = models.TextField()
    placed_at = models.DateTimeField()
    settled_at = models.DateTimeField(null=True)

    class Meta:
        managed = False
        db_table = "bets"


class BetLeg(models.Model):
    # Part of the key; Django wants one column.
    bet = models.OneToOneField(Bet, models.DO_NOTHING, primary_key=True, related_name="+")
    tenant = models.ForeignKey(Tenant, models.DO_NOTHING)
    number = models.SmallIntegerField()
    account = models.ForeignKey(Account, models.DO_NOTHING)
    event = models.ForeignKey(Event, models.DO_NOTHING)
    outcome = models.ForeignKey(Outcome, models.DO_NOTHING)
    price = models.IntegerField()

    class Meta:
        managed = False
        db_table = "bet_legs"


class LedgerRow(models.Model):
    """A trigger moves the wallet and fills in the number and the balance."""

    id = models.BigAutoField(primary_key=True)
    tenant = models.ForeignKey(Tenant, models.DO_NOTHING)
    account = models.ForeignKey(Account, models.DO_NOTHING)
    number = models.BigIntegerField()
    kind = models.TextField()
    bet = models.ForeignKey(Bet, models.DO_NOTHING, null=True)
    step = models.IntegerField(null=True)
    wallet_cents = models.BigIntegerField()
    pool_cents = models.BigIntegerField()
    debt_cents = models.BigIntegerField()
    house_cents = models.BigIntegerField()
    balance_after_cents = models.BigIntegerField()
    created_at = models.DateTimeField()

    class Meta:
        managed = False
        db_table = "ledger"

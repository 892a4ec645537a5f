"""Every call. Written by clients/generate."""
from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from . import types
from ._lists import Pages
from ._transport import File, Transport


class Calls(Transport):
    def register(self, body: types.RegisterBody) -> types.SignedIn:
        """Register.

        Also signs in: the answer contains a token. With a `registration_ticket`, the outside account takes the place of a password. With the module `meetups`, `known_lang` and `learn_lang` are required and must differ. Fields of modules that are off are rejected.
        """
        return self._call("POST", "register/", "obsn", body=body)  # type: ignore[no-any-return]

    def login(self, body: types.LoginBody) -> types.SignedIn:
        """Sign in with username or email.

        Creates a token for this device. Tokens of other devices stay valid.
        """
        return self._call("POST", "login/", "obs", body=body)  # type: ignore[no-any-return]

    def obtain_token(self, body: types.ObtainTokenBody) -> types.BareToken:
        """Get a token only (compatible with Django REST framework).

        For clients that expect `obtain_auth_token`: the answer contains only the token.
        """
        return self._call("POST", "token/", "ob", body=body)  # type: ignore[no-any-return]

    def change_password(self, body: types.ChangePasswordBody) -> None:
        """Change the password.

        Signs out every other device: only the token of this call stays valid.
        """
        self._call("PUT", "password/", "bn", body=body)

    def check_availability(self, *, username: str | None = None, email: str | None = None) -> types.Availability:
        """Check if a username or an email is free.

        For forms, while people type. A name that cannot be a username is not available either. Send `username`, `email` or both. The answer says nothing about `email` unless the tenant's setting `reveal_emails` is on. Calls are limited like registrations, and counted separately.
        """
        return self._call("GET", "register/available/", "oq", query={"username": username, "email": email})  # type: ignore[no-any-return]

    def login_with_id_token(self, body: types.LoginWithIDTokenBody) -> types.SignedIn:
        """Sign in with an outside account.

        Takes an ID token (OpenID Connect) of an issuer in the tenant's setting `oidc_issuers`, such as Google or Apple. A token signs in once. Refused tokens count as failed sign-ins of the address.
        """
        return self._call("POST", "login/oidc/", "obsn", body=body)  # type: ignore[no-any-return]

    def list_identities(self, *, limit: int | None = None) -> Pages[types.Identity]:
        """List your outside accounts.

        Newest first.
        """
        return Pages(self._list("GET", "identities/", "l", query={"limit": limit}))

    def link_identity(self, body: types.LinkIdentityBody, *, idempotency_key: str | None = None) -> types.Identity:
        """Link an outside account.

        From then on you can sign in with it. Linking it again changes nothing. An account can have 10. A verified address in the token that equals the account's proves it, if the issuer's `link_by_email` is on.
        """
        return self._call("POST", "identities/", "b", body=body, idempotency_key=idempotency_key)  # type: ignore[no-any-return]

    def unlink_identity(self, id: int) -> None:
        """Unlink an outside account.

        Devices that are signed in stay signed in.
        """
        self._call("DELETE", f"identities/{id}/", "")

    def login_with_o_auth(self, body: types.LoginWithOAuthBody) -> types.SignedIn:
        """Sign in with an account of another service.

        For services without ID tokens, such as GitHub or Discord. Takes the code of an authorization that the app began with PKCE, and exchanges it with the tenant's client id and secret. A code signs in once. Refused codes count as failed sign-ins of the address.
        """
        return self._call("POST", "login/oauth/", "obsn", body=body)  # type: ignore[no-any-return]

    def link_o_auth_identity(self, body: types.LinkOAuthIdentityBody, *, idempotency_key: str | None = None) -> types.Identity:
        """Link an account of another service.

        From then on you can sign in with it. Linking it again changes nothing. An account can have 10 outside accounts. An address that the service calls verified and that equals the account's proves it, if the provider's `link_by_email` is on.
        """
        return self._call("POST", "identities/oauth/", "b", body=body, idempotency_key=idempotency_key)  # type: ignore[no-any-return]

    def passkey_options(self, body: types.PasskeyOptionsBody, *, idempotency_key: str | None = None) -> types.PasskeyOptions:
        """Begin to make a passkey, or to sign in with one.

        For `sign_in` no token is needed. With `username`, only a passkey of that account signs in; the answer is the same whether or not there is such an account. For `create`, the account of the token gets the passkey.

        Needs no token; one that is sent must be valid.
        """
        return self._call("POST", "passkeys/options/", "?b", body=body, idempotency_key=idempotency_key)  # type: ignore[no-any-return]

    def create_passkey(self, body: types.CreatePasskeyBody, *, idempotency_key: str | None = None) -> types.Passkey:
        """Store a new passkey.

        An account can have 20.
        """
        return self._call("POST", "passkeys/", "b", body=body, idempotency_key=idempotency_key)  # type: ignore[no-any-return]

    def list_passkeys(self, *, limit: int | None = None) -> Pages[types.Passkey]:
        """List your passkeys.

        Newest first.
        """
        return Pages(self._list("GET", "passkeys/", "l", query={"limit": limit}))

    def rename_passkey(self, id: int, body: types.RenamePasskeyBody) -> types.Passkey:
        """Rename a passkey.

        The name is for its owner alone, and may be empty.
        """
        return self._call("PATCH", f"passkeys/{id}/", "b", body=body)  # type: ignore[no-any-return]

    def delete_passkey(self, id: int) -> None:
        """Delete a passkey.

        It no longer signs in. The authenticator still shows it until it is deleted there, too. Devices that are signed in stay signed in.
        """
        self._call("DELETE", f"passkeys/{id}/", "")

    def login_with_passkey(self, body: types.LoginWithPasskeyBody) -> types.SignedIn:
        """Sign in with a passkey.

        Creates a token for this device. A challenge signs in once. Refused passkeys count as failed sign-ins of the address. A passkey counts as two factors.
        """
        return self._call("POST", "login/passkey/", "obsn", body=body)  # type: ignore[no-any-return]

    def login_with_second_factor(self, body: types.LoginWithSecondFactorBody) -> types.SignedIn:
        """Sign in with the second factor.

        The second step of a sign-in that was refused with `second_factor_required`. Its `ticket` works once, for 5 minutes and five tries. Wrong codes count as failed sign-ins.
        """
        return self._call("POST", "login/second/", "obsn", body=body)  # type: ignore[no-any-return]

    def get_second_factor(self) -> types.SecondFactor:
        """Get your second factor.

        Whether it is on, how many recovery codes are left, and whether the app requires one of you.
        """
        return self._call("GET", "second-factor/", "")  # type: ignore[no-any-return]

    def begin_second_factor(self, body: types.BeginSecondFactorBody, *, if_match: Mapping[str, Any] | str | None = None, idempotency_key: str | None = None) -> types.SecondFactorSecret:
        """Set up a second factor.

        Makes a secret for an authenticator app. Nothing changes until a code proves that the app has it; another call makes another secret.
        """
        return self._call("POST", "second-factor/", "b", body=body, if_match=if_match, idempotency_key=idempotency_key)  # type: ignore[no-any-return]

    def prove_second_factor(self, body: types.ProveSecondFactorBody, *, idempotency_key: str | None = None) -> types.RecoveryCodes:
        """Turn the second factor on.

        Signs out every other device. The answer has the recovery codes.
        """
        return self._call("POST", "second-factor/proof/", "b", body=body, idempotency_key=idempotency_key)  # type: ignore[no-any-return]

    def replace_recovery_codes(self, body: types.ReplaceRecoveryCodesBody, *, idempotency_key: str | None = None) -> types.RecoveryCodes:
        """Replace the recovery codes.

        The old ones work no longer.
        """
        return self._call("POST", "second-factor/recovery-codes/", "b", body=body, idempotency_key=idempotency_key)  # type: ignore[no-any-return]

    def remove_second_factor(self, body: types.RemoveSecondFactorBody, *, idempotency_key: str | None = None) -> None:
        """Remove the second factor.

        A sign-in needs the password alone again, and the recovery codes are void.
        """
        self._call("POST", "second-factor/delete/", "b", body=body, idempotency_key=idempotency_key)

    def keep_second_factor(self, *, idempotency_key: str | None = None) -> None:
        """Object to a reset of the second factor.

        Ends an admin's reset that has not taken effect.
        """
        self._call("POST", "second-factor/keep/", "", idempotency_key=idempotency_key)

    def deny_notice(self, body: types.DenyNoticeBody) -> None:
        """Say that it was somebody else.

        For the link in the mail about a security notice. Signs out all devices, ends an admin's reset of the second factor, and mails a code for a new password. Of the last 24 hours it undoes a change of the email address, and removes passkeys, outside accounts, a second factor that was turned on, recovery codes that were replaced, and a password that was changed. The code works once and for 7 days.
        """
        self._call("POST", "not-me/", "obn", body=body)

    def logout(self, body: types.LogoutBody | None = None, *, idempotency_key: str | None = None) -> None:
        """Sign out.

        Revokes the token of this call, or with `everywhere` the tokens of all your devices.
        """
        self._call("POST", "logout/", "bx", body=body or {}, idempotency_key=idempotency_key)

    def list_tokens(self, *, limit: int | None = None) -> Pages[types.Token]:
        """List your devices.

        One token for each device that is signed in, newest first.
        """
        return Pages(self._list("GET", "tokens/", "l", query={"limit": limit}))

    def revoke_token(self, id: int) -> None:
        """Sign out a device.

        The token stops working immediately.
        """
        self._call("DELETE", f"tokens/{id}/", "")

    def request_password_reset(self, body: types.RequestPasswordResetBody) -> None:
        """Request a code to reset the password.

        The answer is the same whether or not an account has this email. The code is sent by mail, works once, and expires after 30 minutes or five tries. A new code replaces the old one.
        """
        self._call("POST", "password/reset/", "ob", body=body)

    def reset_password(self, body: types.ResetPasswordBody) -> None:
        """Reset the password with a code.

        Signs out every device. Wrong codes count like failed sign-ins. Hyphens, spaces and case of the code do not matter.
        """
        self._call("POST", "password/reset/confirm/", "obn", body=body)

    def request_email_verification(self, *, idempotency_key: str | None = None) -> None:
        """Request a code to verify the email address.

        Sends a mail with a code and a link to the caller's address. The code works once, and expires after 30 minutes, after five tries, or when the address changes. A new code replaces the old one. An account gets at most ten codes in ten minutes; further calls answer 202 too, and send nothing.
        """
        self._call("POST", "email/verification/", "", idempotency_key=idempotency_key)

    def verify_email(self, body: types.VerifyEmailBody) -> None:
        """Verify an email address with a code.

        The code is proof enough, so no token is needed. With a token, the code must be for that account. Wrong codes count like failed sign-ins. Hyphens, spaces and case of the code do not matter.

        Needs no token; one that is sent must be valid.
        """
        self._call("PUT", "email/verification/", "?bn", body=body)

    def get_own_profile(self) -> types.Profile:
        """Show your profile.

        Includes `email`, which only you see.
        """
        return self._call("GET", "profiles/me/", "")  # type: ignore[no-any-return]

    def replace_own_profile(self, body: types.ReplaceOwnProfileBody, *, if_match: Mapping[str, Any] | str | None = None) -> types.Profile:
        """Replace your profile.

        Omitted optional fields are cleared. Changing the email requires `current_password`.
        """
        return self._call("PUT", "profiles/me/", "b", body=body, if_match=if_match)  # type: ignore[no-any-return]

    def change_own_profile(self, body: types.ChangeOwnProfileBody, *, if_match: Mapping[str, Any] | str | None = None) -> types.Profile:
        """Change some fields of your profile.

        Omitted fields do not change; `null` clears a field. Changing the email requires `current_password`.
        """
        return self._call("PATCH", "profiles/me/", "b", body=body, if_match=if_match)  # type: ignore[no-any-return]

    def delete_own_account(self, body: types.DeleteOwnAccountBody, *, if_match: Mapping[str, Any] | str | None = None) -> None:
        """Delete your account.

        Revokes all tokens, and frees the username and the email. Ends all matches. Open bets continue, and the ledger stays. Your shelf and your wishlist are deleted. Clients that cannot send a body with `DELETE` use `POST /profiles/me/delete/`.
        """
        self._call("DELETE", "profiles/me/", "bx", body=body, if_match=if_match)

    def delete_own_account_by_post(self, body: types.DeleteOwnAccountByPostBody, *, idempotency_key: str | None = None) -> None:
        """Delete your account.

        Revokes all tokens, and frees the username and the email. Ends all matches. Open bets continue, and the ledger stays. Your shelf and your wishlist are deleted. Clients that cannot send a body with `DELETE` use `POST /profiles/me/delete/`.
        """
        self._call("POST", "profiles/me/delete/", "bxn", body=body, idempotency_key=idempotency_key)

    def get_profile(self, id: int) -> types.Profile:
        """Show a person's profile.

        Your own id works like `me`. `email` is only on your own profile.
        """
        return self._call("GET", f"profiles/{id}/", "")  # type: ignore[no-any-return]

    def replace_profile(self, id: int, body: types.ReplaceProfileBody, *, if_match: Mapping[str, Any] | str | None = None) -> types.Profile:
        """Replace your profile.

        Omitted optional fields are cleared. Changing the email requires `current_password`.
        """
        return self._call("PUT", f"profiles/{id}/", "b", body=body, if_match=if_match)  # type: ignore[no-any-return]

    def change_profile(self, id: int, body: types.ChangeProfileBody, *, if_match: Mapping[str, Any] | str | None = None) -> types.Profile:
        """Change some fields of your profile.

        Omitted fields do not change; `null` clears a field. Changing the email requires `current_password`.
        """
        return self._call("PATCH", f"profiles/{id}/", "b", body=body, if_match=if_match)  # type: ignore[no-any-return]

    def delete_account(self, id: int, body: types.DeleteAccountBody, *, if_match: Mapping[str, Any] | str | None = None) -> None:
        """Delete your account.

        Revokes all tokens, and frees the username and the email. Ends all matches. Open bets continue, and the ledger stays. Your shelf and your wishlist are deleted. Clients that cannot send a body with `DELETE` use `POST /profiles/me/delete/`.
        """
        self._call("DELETE", f"profiles/{id}/", "b", body=body, if_match=if_match)

    def get_own_photo(self, *, size: int | None = None, v: int | None = None) -> File:
        """Show a profile photo.

        WebP if `Accept` names it, otherwise JPEG; upright, in sRGB, without metadata, and in the aspect ratio of the original. Under the versioned path in a person's `photo`, caches may keep it for a year.
        """
        return self._call("GET", "profiles/me/photo/", "qf", query={"size": size, "v": v})  # type: ignore[no-any-return]

    def replace_own_photo(self, file: bytes | str, *, crop: str | None = None, content_type: str = "image/jpeg", if_match: Mapping[str, Any] | str | None = None) -> types.Profile:
        """Upload a profile photo.

        The body is the image: JPEG, PNG or WebP, up to 8 MiB and 40 megapixels. It is turned upright by its EXIF data, cropped, and stored in three sizes. Only the first picture of an animation is used.
        """
        return self._call("PUT", "profiles/me/photo/", "rq", body=file, query={"crop": crop}, content_type=content_type, if_match=if_match)  # type: ignore[no-any-return]

    def delete_own_photo(self, *, if_match: Mapping[str, Any] | str | None = None) -> None:
        """Delete the profile photo.

        Deletes all sizes of it.
        """
        self._call("DELETE", "profiles/me/photo/", "", if_match=if_match)

    def get_profile_photo(self, id: int, *, size: int | None = None, v: int | None = None) -> File:
        """Show a profile photo.

        WebP if `Accept` names it, otherwise JPEG; upright, in sRGB, without metadata, and in the aspect ratio of the original. Under the versioned path in a person's `photo`, caches may keep it for a year.
        """
        return self._call("GET", f"profiles/{id}/photo/", "qf", query={"size": size, "v": v})  # type: ignore[no-any-return]

    def replace_profile_photo(self, id: int, file: bytes | str, *, crop: str | None = None, content_type: str = "image/jpeg", if_match: Mapping[str, Any] | str | None = None) -> types.Profile:
        """Upload a profile photo.

        The body is the image: JPEG, PNG or WebP, up to 8 MiB and 40 megapixels. It is turned upright by its EXIF data, cropped, and stored in three sizes. Only the first picture of an animation is used.
        """
        return self._call("PUT", f"profiles/{id}/photo/", "rq", body=file, query={"crop": crop}, content_type=content_type, if_match=if_match)  # type: ignore[no-any-return]

    def delete_profile_photo(self, id: int, *, if_match: Mapping[str, Any] | str | None = None) -> None:
        """Delete the profile photo.

        Deletes all sizes of it.
        """
        self._call("DELETE", f"profiles/{id}/photo/", "", if_match=if_match)

    def list_blocks(self, *, limit: int | None = None) -> Pages[types.Block]:
        """List blocked people.

        Newest first.
        """
        return Pages(self._list("GET", "blocks/", "l", query={"limit": limit}))

    def create_block(self, id: int, *, if_match: Mapping[str, Any] | str | None = None, idempotency_key: str | None = None) -> types.Block:
        """Block a person.

        Neither person sees the other in lists and searches any more, and the other person cannot see your profile. A match between the two ends. Wagers that have started continue. People who have blocked you can be blocked too.
        """
        return self._call("POST", f"blocks/{id}/", "", if_match=if_match, idempotency_key=idempotency_key)  # type: ignore[no-any-return]

    def get_block(self, id: int) -> types.Block:
        """Show whether a person is blocked.

        404 if the person is not blocked.
        """
        return self._call("GET", f"blocks/{id}/", "")  # type: ignore[no-any-return]

    def delete_block(self, id: int, *, if_match: Mapping[str, Any] | str | None = None) -> None:
        """Unblock a person.

        What the block ended is not restored.
        """
        self._call("DELETE", f"blocks/{id}/", "", if_match=if_match)

    def create_report(self, body: types.CreateReportBody, *, idempotency_key: str | None = None) -> types.Report:
        """Report a person or something they did.

        Only moderators see the report. The reported person is not notified.
        """
        return self._call("POST", "reports/", "b", body=body, idempotency_key=idempotency_key)  # type: ignore[no-any-return]

    def list_friends(self, *, state: list[Literal["friend", "sent", "received"]] | None = None, limit: int | None = None) -> Pages[types.Friend]:
        """List friends and requests.

        Includes requests that you sent or received. Latest change first.
        """
        return Pages(self._list("GET", "friends/", "l", query={"state": state, "limit": limit}))

    def ask_friend(self, body: types.AskFriendBody, *, idempotency_key: str | None = None) -> types.Friend:
        """Send a friend request.

        If they already asked you, this accepts.
        """
        return self._call("POST", "friends/", "b", body=body, idempotency_key=idempotency_key)  # type: ignore[no-any-return]

    def accept_friend(self, id: int) -> types.Friend:
        """Accept a friend request.

        Takes no body.
        """
        return self._call("PUT", f"friends/{id}/", "")  # type: ignore[no-any-return]

    def remove_friend(self, id: int) -> None:
        """Remove a friend or a request.

        Ends a friendship, refuses a request, or withdraws your own. The other person is not notified.
        """
        self._call("DELETE", f"friends/{id}/", "")

    def find_people(self, *, q: str, limit: int | None = None) -> Pages[types.Person]:
        """Find people by name.

        Each word of `q` must be part of the username, the first or the last name, in any case. Newest accounts first. It leaves out people who set `searchable` to false, who are suspended or who have blocked you, and people you have blocked. A search may take 250 ms; three or more letters in a row make it fast.
        """
        return Pages(self._list("GET", "people/", "l", query={"q": q, "limit": limit}))

    def get_settings(self) -> types.AccountSettings:
        """Show your settings.

        Language, time zone, mail, and the settings of modules.
        """
        return self._call("GET", "settings/", "")  # type: ignore[no-any-return]

    def replace_settings(self, body: types.ReplaceSettingsBody, *, if_match: Mapping[str, Any] | str | None = None) -> types.AccountSettings:
        """Replace your settings.

        Omitted fields get their defaults.
        """
        return self._call("PUT", "settings/", "b", body=body, if_match=if_match)  # type: ignore[no-any-return]

    def change_settings(self, body: types.ChangeSettingsBody, *, if_match: Mapping[str, Any] | str | None = None) -> types.AccountSettings:
        """Change some of your settings.

        Omitted fields do not change. `feed_filters` are replaced as a whole, or cleared by `null`.
        """
        return self._call("PATCH", "settings/", "b", body=body, if_match=if_match)  # type: ignore[no-any-return]

    def get_export(self) -> types.Export:
        """Export my data.

        One JSON object with everything that is stored about you. The secrets of tokens and of the second factor are left out, and other people appear only as you can see them. `photo` is the largest that is stored, as base64. `mails` are messages of the last 30 days; the text of one is null if a mail server took it, and while a code in it is valid.
        """
        return self._call("GET", "export/", "")  # type: ignore[no-any-return]

    def create_stream_ticket(self, *, idempotency_key: str | None = None) -> types.LiveTicket:
        """Create a ticket for your stream.

        For browsers, which cannot send a token with a WebSocket or an event stream: put the ticket into the query of the stream. It is valid for a minute and one handshake, and its stream ends when the token of this call is revoked.
        """
        return self._call("POST", "stream/tickets/", "", idempotency_key=idempotency_key)  # type: ignore[no-any-return]

    def list_notices(self, *, unread: bool | None = None, limit: int | None = None) -> Pages[types.Notice]:
        """List your notices.

        What happened, newest first.
        """
        return Pages(self._list("GET", "inbox/", "l", query={"unread": unread, "limit": limit}))

    def mark_notices_read(self, body: types.MarkNoticesReadBody, *, idempotency_key: str | None = None) -> None:
        """Mark notices as read.

        Takes one of `ids`, `up_to` and `subject`. Ids of other people's notices are ignored.
        """
        self._call("POST", "inbox/read/", "b", body=body, idempotency_key=idempotency_key)

    def list_push_devices(self) -> types.PushDevices:
        """List the devices that get your notices.

        With `public_key`, which a browser needs to subscribe. `push_notices`, `push_muted`, `push_text` and `quiet_hours` of your settings say what is sent to them.
        """
        return self._call("GET", "push/", "")  # type: ignore[no-any-return]

    def add_push_device(self, body: types.AddPushDeviceBody, *, if_match: Mapping[str, Any] | str | None = None, idempotency_key: str | None = None) -> types.PushDevice:
        """Get your notices on this device.

        Takes what a browser's `pushManager.subscribe()` gave, or `platform` and `token` of an app. The device belongs to the token of the call: when that is signed out or expires, it gets nothing any more. The same endpoint, or the same token of an app, replaces the device. An account has at most 20: the oldest goes.
        """
        return self._call("POST", "push/", "b", body=body, if_match=if_match, idempotency_key=idempotency_key)  # type: ignore[no-any-return]

    def delete_push_device(self, id: int) -> None:
        """Send no more notices to a device.

        It stays signed in.
        """
        self._call("DELETE", f"push/{id}/", "")

    def list_partners(self, *, q: str | None = None, limit: int | None = None) -> Pages[types.Profile]:
        """List people to match with.

        People who know the language you learn, and learn the one you know. The most recently active come first.

        Part of the module `meetups`; 404 if it is off.
        """
        return Pages(self._list("GET", "profiles/", "l", query={"q": q, "limit": limit}))

    def create_profile(self, body: types.CreateProfileBody) -> types.SignedIn:
        """Register an account.

        Also signs in: the answer contains a token. With a `registration_ticket`, the outside account takes the place of a password. With the module `meetups`, `known_lang` and `learn_lang` are required and must differ. Fields of modules that are off are rejected.

        Part of the module `meetups`; 404 if it is off.
        """
        return self._call("POST", "profiles/", "obsn", body=body)  # type: ignore[no-any-return]

    def list_languages(self, *, limit: int | None = None) -> Pages[types.Language]:
        """List languages.

        The languages that people of the tenant can practise.

        Part of the module `meetups`; 404 if it is off.
        """
        return Pages(self._list("GET", "languages/", "ol", query={"limit": limit}))

    def list_matches(self, *, status_code: list[int] | None = None, limit: int | None = None) -> Pages[types.Match]:
        """List your matches.

        Newest first.

        Part of the module `meetups`; 404 if it is off.
        """
        return Pages(self._list("GET", "matches/", "l", query={"status_code": status_code, "limit": limit}))

    def create_match(self, body: types.CreateMatchBody | None = None, *, idempotency_key: str | None = None) -> types.Match:
        """Match with a person.

        Without `a_username`, a random partner is chosen.

        Part of the module `meetups`; 404 if it is off.
        """
        return self._call("POST", "matches/", "b", body=body or {}, idempotency_key=idempotency_key)  # type: ignore[no-any-return]

    def get_match(self, id: int) -> types.Match:
        """Show a match.

        `profile` is the other person.

        Part of the module `meetups`; 404 if it is off.
        """
        return self._call("GET", f"matches/{id}/", "")  # type: ignore[no-any-return]

    def plan_meetup(self, id: int, body: types.PlanMeetupBody, *, if_match: Mapping[str, Any] | str | None = None) -> types.Match:
        """Propose, accept or cancel a meetup.

        Send one of: `{time_1, location}` to propose or make a counter-offer, `{accept: true}`, or `{cancel: true}`. With `accept` you can send the `time_1` and `location` that you saw: if the offer has changed since, the answer is 409.

        Part of the module `meetups`; 404 if it is off.
        """
        return self._call("PUT", f"matches/{id}/", "bn", body=body, if_match=if_match)  # type: ignore[no-any-return]

    def end_match(self, id: int, *, if_match: Mapping[str, Any] | str | None = None) -> None:
        """End a match.

        Deletes its history too. Matching again starts from the beginning.

        Part of the module `meetups`; 404 if it is off.
        """
        self._call("DELETE", f"matches/{id}/", "", if_match=if_match)

    def list_match_history(self, id: int, *, limit: int | None = None) -> Pages[types.MatchEvent]:
        """Show the history of a match.

        Oldest first: the match, the last 100 moves of both people, and what became of them.

        Part of the module `meetups`; 404 if it is off.
        """
        return Pages(self._list("GET", f"matches/{id}/history/", "l", query={"limit": limit}))

    def get_meetup_calendar(self, id: int) -> File:
        """Download the meetup as a calendar file.

        The scheduled meetup as iCalendar.

        Part of the module `meetups`; 404 if it is off.
        """
        return self._call("GET", f"matches/{id}/calendar.ics", "f")  # type: ignore[no-any-return]

    def give_feedback(self, id: int, body: types.GiveFeedbackBody, *, idempotency_key: str | None = None) -> types.Match:
        """Give feedback on a meetup.

        Says whether the other person came. Possible once for each meetup, within 14 days. It counts in the `reliability` of the other person.

        Part of the module `meetups`; 404 if it is off.
        """
        return self._call("POST", f"matches/{id}/feedback/", "b", body=body, idempotency_key=idempotency_key)  # type: ignore[no-any-return]

    def get_match_with_person(self, id: int) -> types.Match:
        """Show the match with a person.

        `profile` is the other person.

        Part of the module `meetups`; 404 if it is off.
        """
        return self._call("GET", f"times/{id}/", "")  # type: ignore[no-any-return]

    def plan_meetup_with_person(self, id: int, body: types.PlanMeetupWithPersonBody, *, if_match: Mapping[str, Any] | str | None = None) -> types.Match:
        """Propose, accept or cancel a meetup with a person.

        Send one of: `{time_1, location}` to propose or make a counter-offer, `{accept: true}`, or `{cancel: true}`. With `accept` you can send the `time_1` and `location` that you saw: if the offer has changed since, the answer is 409.

        Part of the module `meetups`; 404 if it is off.
        """
        return self._call("PUT", f"times/{id}/", "bn", body=body, if_match=if_match)  # type: ignore[no-any-return]

    def end_match_with_person(self, id: int, *, if_match: Mapping[str, Any] | str | None = None) -> None:
        """End the match with a person.

        Deletes its history too. Matching again starts from the beginning.

        Part of the module `meetups`; 404 if it is off.
        """
        self._call("DELETE", f"times/{id}/", "", if_match=if_match)

    def create_wager(self, body: types.CreateWagerBody, *, idempotency_key: str | None = None) -> types.Wager:
        """Pose a wager.

        It is open until someone takes it, it expires, or you withdraw it.

        Part of the module `wagers`; 404 if it is off.
        """
        return self._call("POST", "wagers/", "b", body=body, idempotency_key=idempotency_key)  # type: ignore[no-any-return]

    def list_wagers(self, *, friends: bool | None = None, status: list[Literal["open", "active", "completed", "disputed", "confirmed", "cancelled", "expired", "declined"]] | None = None, category: list[str] | None = None, near: str | None = None, radius_km: float | None = None, sort: Literal["newest", "distance"] | None = None, min_cents: int | None = None, max_cents: int | None = None, mine: bool | None = None, filters: Literal["none"] | None = None, limit: int | None = None) -> Pages[types.Wager]:
        """List wagers.

        Open wagers that you may see, newest first. Without filters in the query, your saved `feed_filters` apply, unless `filters=none`. With `near`, each wager has its `distance_km`, and wagers without a place are left out.

        Part of the module `wagers`; 404 if it is off. API keys need the scope `wagers:read`.
        """
        return Pages(self._list("GET", "wagers/", "l", query={"friends": friends, "status": status, "category": category, "near": near, "radius_km": radius_km, "sort": sort, "min_cents": min_cents, "max_cents": max_cents, "mine": mine, "filters": filters, "limit": limit}))

    def get_wager(self, id: int) -> types.Wager:
        """Show a wager.

        You can see public wagers in every state, wagers that are offered to you, and your own.

        Part of the module `wagers`; 404 if it is off. API keys need the scope `wagers:read`.
        """
        return self._call("GET", f"wagers/{id}/", "")  # type: ignore[no-any-return]

    def update_wager(self, id: int, body: types.UpdateWagerBody, *, if_match: Mapping[str, Any] | str | None = None) -> types.Wager:
        """Change an open wager.

        Replaces the whole wager. Omitted fields get their defaults.

        Part of the module `wagers`; 404 if it is off.
        """
        return self._call("PUT", f"wagers/{id}/", "b", body=body, if_match=if_match)  # type: ignore[no-any-return]

    def delete_wager(self, id: int, *, if_match: Mapping[str, Any] | str | None = None) -> None:
        """Withdraw an open wager.

        Possible until someone takes it.

        Part of the module `wagers`; 404 if it is off.
        """
        self._call("DELETE", f"wagers/{id}/", "", if_match=if_match)

    def get_wager_offer(self, id: int) -> types.WagerOffer:
        """Show a public wager to everybody.

        What the link of a public wager shows to people who have no account yet.

        Part of the module `wagers`; 404 if it is off. Needs no token where the tenant's setting `public_offers` is on.
        """
        return self._call("GET", f"wagers/{id}/offer/", "?")  # type: ignore[no-any-return]

    def take_wager(self, id: int, *, if_match: Mapping[str, Any] | str | None = None, idempotency_key: str | None = None) -> types.Wager:
        """Take a wager.

        If several people take it at the same time, exactly one succeeds. A wager that was edited since it was posed requires `If-Match` with its `ETag`, so that no one takes terms they have not seen.

        Part of the module `wagers`; 404 if it is off.
        """
        return self._call("POST", f"wagers/{id}/take/", "", if_match=if_match, idempotency_key=idempotency_key)  # type: ignore[no-any-return]

    def decline_wager(self, id: int, *, if_match: Mapping[str, Any] | str | None = None, idempotency_key: str | None = None) -> types.Wager:
        """Decline a wager that is addressed to you.

        The challenger gets a notice. A declined wager is final.

        Part of the module `wagers`; 404 if it is off.
        """
        return self._call("POST", f"wagers/{id}/decline/", "", if_match=if_match, idempotency_key=idempotency_key)  # type: ignore[no-any-return]

    def complete_wager(self, id: int, body: types.CompleteWagerBody, *, if_match: Mapping[str, Any] | str | None = None, idempotency_key: str | None = None) -> types.Wager:
        """Report who won.

        The first report is the `claim`; its author may change it. Agreement, or 72 hours of silence, completes the wager; disagreement disputes it.

        Part of the module `wagers`; 404 if it is off.
        """
        return self._call("POST", f"wagers/{id}/complete/", "b", body=body, if_match=if_match, idempotency_key=idempotency_key)  # type: ignore[no-any-return]

    def cancel_wager(self, id: int, *, if_match: Mapping[str, Any] | str | None = None, idempotency_key: str | None = None) -> types.Wager:
        """Cancel a wager.

        Asks the other side to cancel. The wager is cancelled when both sides have asked.

        Part of the module `wagers`; 404 if it is off.
        """
        return self._call("POST", f"wagers/{id}/cancel/", "", if_match=if_match, idempotency_key=idempotency_key)  # type: ignore[no-any-return]

    def withdraw_wager_cancellation(self, id: int, *, if_match: Mapping[str, Any] | str | None = None) -> None:
        """Withdraw the cancellation request.

        Possible until the other side agrees.

        Part of the module `wagers`; 404 if it is off.
        """
        self._call("DELETE", f"wagers/{id}/cancel/", "", if_match=if_match)

    def name_wager_arbiter(self, id: int, body: types.NameWagerArbiterBody, *, if_match: Mapping[str, Any] | str | None = None) -> types.Wager:
        """Choose an arbiter.

        When both sides choose the same person, that person becomes the arbiter, until both choose another.

        Part of the module `wagers`; 404 if it is off.
        """
        return self._call("PUT", f"wagers/{id}/arbiter/", "b", body=body, if_match=if_match)  # type: ignore[no-any-return]

    def arbitrate_wager(self, id: int, body: types.ArbitrateWagerBody, *, if_match: Mapping[str, Any] | str | None = None, idempotency_key: str | None = None) -> types.Wager:
        """Decide a dispute.

        Send either `winner` or `void: true`, which cancels the wager.

        Part of the module `wagers`; 404 if it is off.
        """
        return self._call("POST", f"wagers/{id}/arbitrate/", "b", body=body, if_match=if_match, idempotency_key=idempotency_key)  # type: ignore[no-any-return]

    def pay_wager(self, id: int, body: types.PayWagerBody, *, if_match: Mapping[str, Any] | str | None = None, idempotency_key: str | None = None) -> types.PaymentGuide:
        """Get payment instructions.

        The links open Venmo with everything filled in. The money moves outside of Parlay, and the winner confirms that it arrived. Choosing `cash` stops the reminders.

        Part of the module `wagers`; 404 if it is off.
        """
        return self._call("POST", f"wagers/{id}/pay/", "b", body=body, if_match=if_match, idempotency_key=idempotency_key)  # type: ignore[no-any-return]

    def confirm_wager(self, id: int, body: types.ConfirmWagerBody, *, if_match: Mapping[str, Any] | str | None = None, idempotency_key: str | None = None) -> types.Wager:
        """Confirm the payment.

        With `false` the wager stays completed, and the reminders start again.

        Part of the module `wagers`; 404 if it is off.
        """
        return self._call("POST", f"wagers/{id}/confirm/", "b", body=body, if_match=if_match, idempotency_key=idempotency_key)  # type: ignore[no-any-return]

    def rate_wager(self, id: int, body: types.RateWagerBody, *, if_match: Mapping[str, Any] | str | None = None, idempotency_key: str | None = None) -> types.Wager:
        """Rate the other side.

        Possible once per wager. It counts in the `rating` of the other side.

        Part of the module `wagers`; 404 if it is off.
        """
        return self._call("POST", f"wagers/{id}/rate/", "b", body=body, if_match=if_match, idempotency_key=idempotency_key)  # type: ignore[no-any-return]

    def list_categories(self, *, limit: int | None = None) -> Pages[str]:
        """List the categories of wagers.

        The categories to choose from, in the order to show them.

        Part of the module `wagers`; 404 if it is off. API keys need the scope `wagers:read`.
        """
        return Pages(self._list("GET", "categories/", "l", query={"limit": limit}))

    def list_addressed_wagers(self, *, limit: int | None = None) -> Pages[types.Wager]:
        """List wagers that are offered to you alone.

        Open wagers with the audience `account` that you can take or decline, newest first.

        Part of the module `wagers`; 404 if it is off.
        """
        return Pages(self._list("GET", "wagers/addressed/", "l", query={"limit": limit}))

    def list_wagers_of_person(self, id: int, *, status: list[Literal["open", "active", "completed", "disputed", "confirmed", "cancelled", "expired", "declined"]] | None = None, limit: int | None = None) -> Pages[types.Wager]:
        """List a person's wagers.

        Wagers the person posed or took, as far as you can see them, newest first.

        Part of the module `wagers`; 404 if it is off.
        """
        return Pages(self._list("GET", f"profiles/{id}/wagers/", "l", query={"status": status, "limit": limit}))

    def search(self, *, in_: Literal["people", "wagers"], q: str, limit: int | None = None) -> Pages[types.SearchResultsItems]:
        """Search people or wagers.

        By a regular expression (PostgreSQL's), in any case: over the names of people, or the name and description of wagers that you may see. The newest first. A search may take 250 ms; three or more letters in a row make it fast.

        Part of the module `wagers`; 404 if it is off.
        """
        return Pages(self._list("GET", "search/", "l", query={"in": in_, "q": q, "limit": limit}))

    def list_tournaments(self, *, status: Literal["open", "closed"] | None = None, limit: int | None = None) -> Pages[types.Tournament]:
        """List tournaments.

        Newest first.

        Part of the module `sportsbook`; 404 if it is off. API keys need the scope `events:read`.
        """
        return Pages(self._list("GET", "tournaments/", "l", query={"status": status, "limit": limit}))

    def get_tournament(self, id: int) -> types.Tournament:
        """Show a tournament.

        Part of the module `sportsbook`; 404 if it is off. API keys need the scope `events:read`.
        """
        return self._call("GET", f"tournaments/{id}/", "")  # type: ignore[no-any-return]

    def list_events(self, *, week: str | None = None, tournament: list[int] | None = None, from_: str | None = None, to: str | None = None, status: list[Literal["scheduled", "live", "final", "postponed", "cancelled"]] | None = None, team: str | None = None, limit: int | None = None) -> Pages[types.Event]:
        """List events with their odds.

        In the order of their start, each with its markets and outcomes.

        Part of the module `sportsbook`; 404 if it is off. API keys need the scope `events:read`.
        """
        return Pages(self._list("GET", "events/", "l", query={"week": week, "tournament": tournament, "from": from_, "to": to, "status": status, "team": team, "limit": limit}))

    def get_event(self, id: int) -> types.Event:
        """Show an event with its odds.

        Part of the module `sportsbook`; 404 if it is off. API keys need the scope `events:read`.
        """
        return self._call("GET", f"events/{id}/", "")  # type: ignore[no-any-return]

    def get_market(self, id: int) -> types.Market:
        """Show a market.

        Part of the module `sportsbook`; 404 if it is off. API keys need the scope `events:read`.
        """
        return self._call("GET", f"markets/{id}/", "")  # type: ignore[no-any-return]

    def get_outcome(self, id: int) -> types.Outcome:
        """Show an outcome.

        Part of the module `sportsbook`; 404 if it is off. API keys need the scope `events:read`.
        """
        return self._call("GET", f"outcomes/{id}/", "")  # type: ignore[no-any-return]

    def create_bet(self, body: types.CreateBetBody, *, idempotency_key: str | None = None) -> types.Bet:
        """Place a bet.

        A single, or a parlay of 2 to 12 legs of different events. The stake leaves the wallet immediately. Send an `Idempotency-Key`, so that a repeated call does not bet twice. Limits hold for the position: your stakes and possible payouts of all open bets on an outcome count together.

        Part of the module `sportsbook`; 404 if it is off.
        """
        return self._call("POST", "bets/", "b", body=body, idempotency_key=idempotency_key)  # type: ignore[no-any-return]

    def list_bets(self, *, status: list[Literal["open", "won", "lost", "pushed", "void"]] | None = None, event: list[int] | None = None, limit: int | None = None) -> Pages[types.Bet]:
        """List your bets.

        Newest first.

        Part of the module `sportsbook`; 404 if it is off.
        """
        return Pages(self._list("GET", "bets/", "l", query={"status": status, "event": event, "limit": limit}))

    def get_bet(self, id: int) -> types.Bet:
        """Show a bet of yours.

        Part of the module `sportsbook`; 404 if it is off.
        """
        return self._call("GET", f"bets/{id}/", "")  # type: ignore[no-any-return]

    def get_wallet(self) -> types.Wallet:
        """Show your wallet.

        The first call opens it with the tenant's starting balance.

        Part of the module `sportsbook`; 404 if it is off.
        """
        return self._call("GET", "wallet/", "")  # type: ignore[no-any-return]

    def list_wallet_entries(self, *, limit: int | None = None) -> Pages[types.WalletEntry]:
        """List the entries of your wallet.

        Everything that moved the balance, newest first. The amounts add up to the balance. Ids are not in the order of the list.

        Part of the module `sportsbook`; 404 if it is off.
        """
        return Pages(self._list("GET", "wallet/entries/", "l", query={"limit": limit}))

    def list_leaderboard(self, *, tournament: list[int] | None = None, from_: str | None = None, friends: bool | None = None, limit: int | None = None) -> Pages[types.LeaderboardEntry]:
        """Show the leaderboard.

        People by their profit from settled bets. Equal profits share a rank. Suspended people are not ranked. With `friends=true` the caller and the caller's friends are ranked among themselves.

        Part of the module `sportsbook`; 404 if it is off.
        """
        return Pages(self._list("GET", "leaderboard/", "l", query={"tournament": tournament, "from": from_, "friends": friends, "limit": limit}))

    def get_sportsbook(self, *, tournament: list[int] | None = None, event: list[int] | None = None) -> types.SportsbookTree:
        """Show the tree of the sportsbook.

        Open tournaments that have an event which is not final or cancelled, with all of their events, markets and outcomes, from memory. It is at most 250 ms older than the stream. The stream's messages after its `seq` lead to the present tree.

        Part of the module `sportsbook`; 404 if it is off. Needs no token where the tenant's setting `public_sportsbook` is on. API keys need the scope `sportsbook:read`.
        """
        return self._call("GET", "sportsbook/", "?q", query={"tournament": tournament, "event": event})  # type: ignore[no-any-return]

    def get_sportsbook_feed(self) -> list[dict[str, Any]]:
        """Show the tree for the original Betbull app.

        The array that the original app decodes: string ids, `startTime` in Unix seconds, events called `A vs. B`, and only those that have a market of two outcomes. The icon is that of the tournament, or one of its sport.

        Part of the module `sportsbook`; 404 if it is off. Needs no token where the tenant's setting `public_sportsbook` is on. API keys need the scope `sportsbook:read`.
        """
        return self._call("GET", "sportsbook/feed/", "?")  # type: ignore[no-any-return]

    def create_live_ticket(self, *, idempotency_key: str | None = None) -> types.LiveTicket:
        """Create a ticket for the live stream.

        For browsers, which cannot send a token with a WebSocket: put the ticket into the query of the stream. It is valid for a minute and one handshake, and its stream ends when the token of this call is revoked.

        Part of the module `sportsbook`; 404 if it is off.
        """
        return self._call("POST", "live/tickets/", "", idempotency_key=idempotency_key)  # type: ignore[no-any-return]

    def list_games(self, *, q: str | None = None, genre: str | None = None, platform: str | None = None, released_from: str | None = None, min_rating: float | None = None, min_votes: int | None = None, featured: bool | None = None, sort: Literal["rating", "release_date", "name"] | None = None, limit: int | None = None) -> Pages[types.GamePageItems]:
        """List and search games.

        The best first: games that at least 20 people rated, by their rating as in `sort=rating`, then the others. With `q` the closest first: the same name, names that begin with it, names with all its words, similar names. Case, accents, punctuation and the signs ™ ® © do not matter.

        Part of the module `shelf`; 404 if it is off. API keys need the scope `shelf:read`.
        """
        return Pages(self._list("GET", "games/", "l", query={"q": q, "genre": genre, "platform": platform, "released_from": released_from, "min_rating": min_rating, "min_votes": min_votes, "featured": featured, "sort": sort, "limit": limit}))

    def get_game(self, id: int) -> types.GameDetails:
        """Show a game.

        With your entry of it, and whether it is on your wishlist. Where the tenant has `public_shelves`, no token is needed.

        Part of the module `shelf`; 404 if it is off. Needs no token where the tenant's setting `public_shelves` is on. API keys need the scope `shelf:read`.
        """
        return self._call("GET", f"games/{id}/", "?")  # type: ignore[no-any-return]

    def list_genres(self, *, limit: int | None = None) -> Pages[types.GameGroup]:
        """List the genres of games.

        By name. Use these names for `genre` in the list of games.

        Part of the module `shelf`; 404 if it is off. API keys need the scope `shelf:read`.
        """
        return Pages(self._list("GET", "genres/", "l", query={"limit": limit}))

    def list_platforms(self, *, limit: int | None = None) -> Pages[types.GameGroup]:
        """List the platforms of games.

        By name. Use these names for `platform` in the list of games.

        Part of the module `shelf`; 404 if it is off. API keys need the scope `shelf:read`.
        """
        return Pages(self._list("GET", "platforms/", "l", query={"limit": limit}))

    def list_shelf(self, *, status: list[int] | None = None, game_id: list[int] | None = None, sort: Literal["added_at", "updated_at", "user_rating", "user_hours", "name"] | None = None, limit: int | None = None) -> Pages[types.ShelfEntry]:
        """List the games on your shelf.

        Part of the module `shelf`; 404 if it is off.
        """
        return Pages(self._list("GET", "shelf/", "l", query={"status": status, "game_id": game_id, "sort": sort, "limit": limit}))

    def add_to_shelf(self, body: types.AddToShelfBody, *, idempotency_key: str | None = None) -> types.ShelfEntry:
        """Add a game to your shelf.

        A game on your wishlist is removed from it.

        Part of the module `shelf`; 404 if it is off.
        """
        return self._call("POST", "shelf/", "b", body=body, idempotency_key=idempotency_key)  # type: ignore[no-any-return]

    def get_shelf_stats(self) -> types.ShelfStats:
        """Show your shelf in numbers.

        Games and hours by status, genre and month, and the mean of your ratings.

        Part of the module `shelf`; 404 if it is off.
        """
        return self._call("GET", "shelf/stats/", "")  # type: ignore[no-any-return]

    def list_shelf_of_person(self, id: int, *, status: list[int] | None = None, sort: Literal["added_at", "updated_at", "user_rating", "user_hours", "name"] | None = None, limit: int | None = None) -> Pages[types.ShelfEntry]:
        """List the games on a person's shelf.

        A shelf is public unless its owner has set `shelf_public` to `false`. Where the tenant has `public_shelves`, no token is needed.

        Part of the module `shelf`; 404 if it is off. Needs no token where the tenant's setting `public_shelves` is on.
        """
        return Pages(self._list("GET", f"profiles/{id}/shelf/", "?l", query={"status": status, "sort": sort, "limit": limit}))

    def get_shelf(self, id: int, *, status: list[int] | None = None, sort: Literal["added_at", "updated_at", "user_rating", "user_hours", "name"] | None = None, limit: int | None = None) -> Pages[types.ShelfEntry]:
        """List the games on a person's shelf.

        A shelf is public unless its owner has set `shelf_public` to `false`. Where the tenant has `public_shelves`, no token is needed.

        Part of the module `shelf`; 404 if it is off. Needs no token where the tenant's setting `public_shelves` is on.
        """
        return Pages(self._list("GET", f"shelves/{id}/", "?l", query={"status": status, "sort": sort, "limit": limit}))

    def get_shelf_entry(self, id: int) -> types.ShelfEntry:
        """Show a game of your shelf.

        Part of the module `shelf`; 404 if it is off.
        """
        return self._call("GET", f"shelf/{id}/", "")  # type: ignore[no-any-return]

    def replace_shelf_entry(self, id: int, body: types.ReplaceShelfEntryBody, *, if_match: Mapping[str, Any] | str | None = None) -> types.ShelfEntry:
        """Replace what you say about a game.

        Omitted fields are cleared; `status` is required.

        Part of the module `shelf`; 404 if it is off.
        """
        return self._call("PUT", f"shelf/{id}/", "b", body=body, if_match=if_match)  # type: ignore[no-any-return]

    def update_shelf_entry(self, id: int, body: types.UpdateShelfEntryBody, *, if_match: Mapping[str, Any] | str | None = None) -> types.ShelfEntry:
        """Change what you say about a game.

        Omitted fields do not change; `null` clears a field.

        Part of the module `shelf`; 404 if it is off.
        """
        return self._call("PATCH", f"shelf/{id}/", "b", body=body, if_match=if_match)  # type: ignore[no-any-return]

    def remove_from_shelf(self, id: int, *, if_match: Mapping[str, Any] | str | None = None) -> None:
        """Take a game off your shelf.

        Part of the module `shelf`; 404 if it is off.
        """
        self._call("DELETE", f"shelf/{id}/", "", if_match=if_match)

    def list_shelves(self, *, friends: bool | None = None, person: int | None = None, limit: int | None = None) -> Pages[types.PublicShelf]:
        """List the people who show their shelves.

        Shelves with games on them; the one that was updated last comes first. Your own is among them. Where the tenant has `public_shelves`, no token is needed.

        Part of the module `shelf`; 404 if it is off. Needs no token where the tenant's setting `public_shelves` is on.
        """
        return Pages(self._list("GET", "shelves/", "?l", query={"friends": friends, "person": person, "limit": limit}))

    def list_wishlist(self, *, limit: int | None = None) -> Pages[types.Wish]:
        """List the games you wish for.

        The latest additions come first.

        Part of the module `shelf`; 404 if it is off.
        """
        return Pages(self._list("GET", "wishlist/", "l", query={"limit": limit}))

    def add_to_wishlist(self, id: int) -> None:
        """Wish for a game.

        Takes no body. Doing it again changes nothing.

        Part of the module `shelf`; 404 if it is off.
        """
        self._call("PUT", f"wishlist/{id}/", "")

    def remove_from_wishlist(self, id: int) -> None:
        """Take a game off your wishlist.

        Part of the module `shelf`; 404 if it is off.
        """
        self._call("DELETE", f"wishlist/{id}/", "")

    def export_shelf(self) -> File:
        """Export your shelf as a file.

        CSV in UTF-8, by name, with the columns `igdb_id,name,release_year,status,user_rating,user_hours,note,started_on,finished_on`. Names and notes that a spreadsheet would read as a formula begin with an apostrophe, which an import removes.

        Part of the module `shelf`; 404 if it is off.
        """
        return self._call("GET", "shelf/export.csv", "f")  # type: ignore[no-any-return]

    def import_shelf(self, file: bytes | str, *, dry_run: bool | None = None, content_type: str = "text/csv", idempotency_key: str | None = None) -> types.ShelfImportReport:
        """Import a file into your shelf.

        The body is a file like those of the export: up to 8 MiB and 10,000 lines besides the header, whose columns may be in any order and be fewer. A status is its number or its name, such as `playing`. A line names its game by `igdb_id`, else by name and year, compared without case, accents and punctuation. Empty cells change nothing, and the later of two lines about one game wins. Bad lines do not stop good ones: the report has each line's fate.

        Part of the module `shelf`; 404 if it is off.
        """
        return self._call("POST", "shelf/import/", "rq", body=file, query={"dry_run": dry_run}, content_type=content_type, idempotency_key=idempotency_key)  # type: ignore[no-any-return]

    def about(self) -> types.About:
        """Describe the tenant.

        For the first screen of an app: the name, the modules that are on, and who may register.
        """
        return self._call("GET", "about/", "o")  # type: ignore[no-any-return]

    def list_admin_reports(self, *, status: list[Literal["open", "resolved"]] | None = None, person: int | None = None, limit: int | None = None) -> Pages[types.Report]:
        """List reports.

        Newest first. `subject_copy` is the subject as it was when it was reported, until 90 days after the report is resolved.

        Requires the role `moderator`. API keys need the scope `reports:read`.
        """
        return Pages(self._list("GET", "admin/reports/", "l", query={"status": status, "person": person, "limit": limit}))

    def get_admin_report(self, id: int) -> types.Report:
        """Get a report.

        Requires the role `moderator`. API keys need the scope `reports:read`.
        """
        return self._call("GET", f"admin/reports/{id}/", "")  # type: ignore[no-any-return]

    def change_admin_report(self, id: int, body: types.ChangeAdminReportBody, *, if_match: Mapping[str, Any] | str | None = None) -> types.Report:
        """Decide on a report.

        Sets the status, a note, or both.

        Requires the role `moderator`. API keys need the scope `reports:write`.
        """
        return self._call("PATCH", f"admin/reports/{id}/", "b", body=body, if_match=if_match)  # type: ignore[no-any-return]

    def get_admin_settings(self) -> types.TenantSettings:
        """Show the tenant's settings.

        For admins.

        Requires the role `admin`.
        """
        return self._call("GET", "admin/settings/", "")  # type: ignore[no-any-return]

    def change_admin_settings(self, body: types.ChangeAdminSettingsBody, *, if_match: Mapping[str, Any] | str | None = None) -> types.TenantSettings:
        """Change some of the tenant's settings.

        Omitted settings do not change. All server processes apply the change within a second.

        Requires the role `admin`.
        """
        return self._call("PATCH", "admin/settings/", "b", body=body, if_match=if_match)  # type: ignore[no-any-return]

    def hide_content(self, body: types.HideContentBody, *, idempotency_key: str | None = None) -> types.HiddenContent:
        """Hide content.

        Hides it from everyone but its author, moderators and admins, until it is shown again; a replaced photo, bio, name or note stays hidden. The author gets the reason in a notice. `account`: the `photo`, the `bio` or the `name` (username, first and last name). `match`: the feedback of one member, which then does not count in the other's reliability: `user_id1_feedback` or `user_id2_feedback`. `wager`: all of it, so that only its parties and its arbiter see it, or the comment of one side's rating: `challenger_comment` or `challengee_comment`. `shelf`, by the person's id: the note on a game; `part` is the game's id.

        Requires the role `moderator`.
        """
        return self._call("POST", "admin/hidden/", "b", body=body, idempotency_key=idempotency_key)  # type: ignore[no-any-return]

    def list_hidden_content(self, *, limit: int | None = None) -> Pages[types.HiddenContent]:
        """List hidden content.

        Newest first.

        Requires the role `moderator`. API keys need the scope `reports:read`.
        """
        return Pages(self._list("GET", "admin/hidden/", "l", query={"limit": limit}))

    def show_content(self, id: int) -> None:
        """Show hidden content again.

        Requires the role `moderator`. API keys need the scope `reports:write`.
        """
        self._call("DELETE", f"admin/hidden/{id}/", "")

    def list_admin_invites(self, *, limit: int | None = None) -> Pages[types.Invite]:
        """List invites.

        Newest first. Codes are not shown again; `prefix` has the first characters of each.

        Requires the role `admin`.
        """
        return Pages(self._list("GET", "admin/invites/", "l", query={"limit": limit}))

    def create_admin_invite(self, body: types.CreateAdminInviteBody, *, idempotency_key: str | None = None) -> types.CreatedInvite:
        """Create an invite.

        The answer contains the code, which is not shown again: only its digest is stored.

        Requires the role `admin`.
        """
        return self._call("POST", "admin/invites/", "b", body=body, idempotency_key=idempotency_key)  # type: ignore[no-any-return]

    def delete_admin_invite(self, id: int) -> None:
        """Withdraw an invite.

        Accounts that registered with it stay.

        Requires the role `admin`.
        """
        self._call("DELETE", f"admin/invites/{id}/", "")

    def list_api_keys(self, *, limit: int | None = None) -> Pages[types.TenantKey]:
        """List API keys.

        Newest first, without revoked ones. Secrets are not shown again; `prefix` has the first characters of each.

        Requires the role `admin`.
        """
        return Pages(self._list("GET", "admin/keys/", "l", query={"limit": limit}))

    def create_api_key(self, body: types.CreateAPIKeyBody, *, idempotency_key: str | None = None) -> types.CreatedAPIKey:
        """Create an API key.

        For a server of yours: it sends the secret as its token. The answer contains the secret, which is not shown again: only its digest is stored. A key does what its scopes say, from the networks that it names, and is refused elsewhere like an unknown one. It never gives roles, makes keys or acts as a person. To replace a key, create another, switch the server over, and revoke the first.

        Requires the role `admin`.
        """
        return self._call("POST", "admin/keys/", "b", body=body, idempotency_key=idempotency_key)  # type: ignore[no-any-return]

    def show_api_key(self, id: int) -> types.TenantKey:
        """Show an API key.

        Without its secret.

        Requires the role `admin`.
        """
        return self._call("GET", f"admin/keys/{id}/", "")  # type: ignore[no-any-return]

    def change_api_key(self, id: int, body: types.ChangeAPIKeyBody, *, if_match: Mapping[str, Any] | str | None = None) -> types.TenantKey:
        """Change an API key.

        The secret stays the same. What changes holds for the next call.

        Requires the role `admin`.
        """
        return self._call("PATCH", f"admin/keys/{id}/", "b", body=body, if_match=if_match)  # type: ignore[no-any-return]

    def revoke_api_key(self, id: int, *, if_match: Mapping[str, Any] | str | None = None) -> None:
        """Revoke an API key.

        It stops working immediately, and its open streams end within a second. The audit log still names it.

        Requires the role `admin`.
        """
        self._call("DELETE", f"admin/keys/{id}/", "", if_match=if_match)

    def list_admin_audit(self, *, by: int | None = None, person: int | None = None, action: str | None = None, from_: str | None = None, until: str | None = None, limit: int | None = None) -> Pages[types.AuditEntry]:
        """List the audit log.

        Actions of admins, moderators and the operator, newest first. `by` is null for the operator. `person` is the account that the subject is or belongs to, and `title` the subject's present name; both are null if they are not known, such as for a deleted webhook.

        Requires the role `admin`.
        """
        return Pages(self._list("GET", "admin/audit/", "l", query={"by": by, "person": person, "action": action, "from": from_, "until": until, "limit": limit}))

    def get_admin_figures(self, *, from_: str | None = None, to: str | None = None) -> types.FigureReport:
        """Show figures by day.

        What the worker counts of the tenant by day, in UTC, every ten minutes: at most 366 days. Each figure is of a module that the tenant has, or of the tenant itself. Those about money are for admins.

        Requires the role `moderator`.
        """
        return self._call("GET", "admin/figures/", "q", query={"from": from_, "to": to})  # type: ignore[no-any-return]

    def list_admin_webhooks(self, *, limit: int | None = None) -> Pages[types.Webhook]:
        """List webhooks.

        Without their secrets.

        Requires the role `admin`. API keys need the scope `webhooks:read`.
        """
        return Pages(self._list("GET", "admin/webhooks/", "l", query={"limit": limit}))

    def create_admin_webhook(self, body: types.CreateAdminWebhookBody, *, idempotency_key: str | None = None) -> types.Webhook:
        """Register a webhook.

        The answer contains the secret that signs each event. It is not shown again.

        Requires the role `admin`. API keys need the scope `webhooks:write`.
        """
        return self._call("POST", "admin/webhooks/", "b", body=body, idempotency_key=idempotency_key)  # type: ignore[no-any-return]

    def get_admin_webhook(self, id: int) -> types.Webhook:
        """Show a webhook.

        Without its secret.

        Requires the role `admin`. API keys need the scope `webhooks:read`.
        """
        return self._call("GET", f"admin/webhooks/{id}/", "")  # type: ignore[no-any-return]

    def change_admin_webhook(self, id: int, body: types.ChangeAdminWebhookBody, *, if_match: Mapping[str, Any] | str | None = None) -> types.Webhook:
        """Change a webhook.

        Can also turn it off and on.

        Requires the role `admin`. API keys need the scope `webhooks:write`.
        """
        return self._call("PATCH", f"admin/webhooks/{id}/", "b", body=body, if_match=if_match)  # type: ignore[no-any-return]

    def delete_admin_webhook(self, id: int, *, if_match: Mapping[str, Any] | str | None = None) -> None:
        """Delete a webhook.

        Also deletes the log of its deliveries.

        Requires the role `admin`. API keys need the scope `webhooks:write`.
        """
        self._call("DELETE", f"admin/webhooks/{id}/", "", if_match=if_match)

    def rotate_webhook_secret(self, id: int, *, idempotency_key: str | None = None) -> types.Webhook:
        """Replace a webhook's secret.

        For 24 hours events carry signatures of both secrets, so that receivers can switch.

        Requires the role `admin`. API keys need the scope `webhooks:write`.
        """
        return self._call("POST", f"admin/webhooks/{id}/secret/", "", idempotency_key=idempotency_key)  # type: ignore[no-any-return]

    def list_admin_webhook_deliveries(self, id: int, *, limit: int | None = None) -> Pages[types.WebhookDelivery]:
        """List deliveries.

        One entry for each attempt of the last 30 days, newest first.

        Requires the role `admin`. API keys need the scope `webhooks:read`.
        """
        return Pages(self._list("GET", f"admin/webhooks/{id}/deliveries/", "l", query={"limit": limit}))

    def replay_webhook_delivery(self, id: int, delivery: int, *, idempotency_key: str | None = None) -> types.WebhookDelivery:
        """Resend an event.

        Starts a new delivery with the same `webhook-id`, which is retried like any other.

        Requires the role `admin`. API keys need the scope `webhooks:write`.
        """
        return self._call("POST", f"admin/webhooks/{id}/deliveries/{delivery}/replay/", "", idempotency_key=idempotency_key)  # type: ignore[no-any-return]

    def test_webhook(self, id: int, *, idempotency_key: str | None = None) -> types.WebhookDelivery:
        """Send a test event.

        Sends an event of the type `webhook.test`, signed and retried like any other, to this webhook alone.

        Requires the role `admin`. API keys need the scope `webhooks:write`.
        """
        return self._call("POST", f"admin/webhooks/{id}/test/", "", idempotency_key=idempotency_key)  # type: ignore[no-any-return]

    def list_matches_of_account(self, id: int, *, status_code: list[int] | None = None, limit: int | None = None) -> Pages[types.Match]:
        """List someone's matches.

        Newest first. `profile` is the person whom that account is matched with; `moves` is empty, because none is yours.

        Part of the module `meetups`; 404 if it is off. Requires the role `moderator`. API keys need the scope `meetups:read`.
        """
        return Pages(self._list("GET", f"admin/accounts/{id}/matches/", "l", query={"status_code": status_code, "limit": limit}))

    def list_disputes(self, *, limit: int | None = None) -> Pages[types.Wager]:
        """List disputed wagers.

        Wagers that are waiting for a decision, oldest first.

        Part of the module `wagers`; 404 if it is off. Requires the role `moderator`. API keys need the scope `wagers:read`.
        """
        return Pages(self._list("GET", "admin/disputes/", "l", query={"limit": limit}))

    def void_wager(self, id: int, body: types.VoidWagerBody, *, if_match: Mapping[str, Any] | str | None = None, idempotency_key: str | None = None) -> types.Wager:
        """Take a wager down.

        For every wager that you can see and that is not final yet: it becomes `cancelled`, a result no longer counts, and reminders stop. Both sides get the reason.

        Part of the module `wagers`; 404 if it is off. Requires the role `moderator`. API keys need the scope `wagers:write`.
        """
        return self._call("POST", f"admin/wagers/{id}/void/", "b", body=body, if_match=if_match, idempotency_key=idempotency_key)  # type: ignore[no-any-return]

    def get_admin_categories(self) -> types.Categories:
        """List the categories of wagers.

        In the order in which people see them.

        Requires the role `admin`. API keys need the scope `wagers:read`.
        """
        return self._call("GET", "admin/categories/", "")  # type: ignore[no-any-return]

    def replace_admin_categories(self, body: types.ReplaceAdminCategoriesBody, *, if_match: Mapping[str, Any] | str | None = None) -> types.Categories:
        """Replace the categories of wagers.

        Existing wagers keep a category that is removed.

        Requires the role `admin`.
        """
        return self._call("PUT", "admin/categories/", "b", body=body, if_match=if_match)  # type: ignore[no-any-return]

    def get_featured_games(self) -> types.FeaturedGames:
        """List the featured games.

        In the order in which `GET /games/?featured=true` shows them.

        Part of the module `shelf`; 404 if it is off. Requires the role `admin`. API keys need the scope `shelf:read`.
        """
        return self._call("GET", "admin/featured-games/", "")  # type: ignore[no-any-return]

    def replace_featured_games(self, body: types.ReplaceFeaturedGamesBody, *, if_match: Mapping[str, Any] | str | None = None) -> types.FeaturedGames:
        """Replace the featured games.

        At most 50. They come first in lists with `featured=true`, if they match the filters.

        Part of the module `shelf`; 404 if it is off. Requires the role `admin`. API keys need the scope `shelf:write`.
        """
        return self._call("PUT", "admin/featured-games/", "b", body=body, if_match=if_match)  # type: ignore[no-any-return]

    def list_admin_accounts(self, *, q: str | None = None, sort: Literal["newest", "name", "last_active"] | None = None, limit: int | None = None) -> Pages[types.Profile]:
        """List accounts.

        With their emails. Deleted accounts are not listed.

        Requires the role `admin`. API keys need the scope `accounts:read`.
        """
        return Pages(self._list("GET", "admin/accounts/", "l", query={"q": q, "sort": sort, "limit": limit}))

    def get_admin_account(self, id: int) -> types.Profile:
        """Get an account.

        As in the list: with the email, the role and the status. Deleted accounts are not found.

        Requires the role `admin`. API keys need the scope `accounts:read`.
        """
        return self._call("GET", f"admin/accounts/{id}/", "")  # type: ignore[no-any-return]

    def change_admin_account(self, id: int, body: types.ChangeAdminAccountBody, *, if_match: Mapping[str, Any] | str | None = None) -> types.Profile:
        """Change an account.

        Admins set the role and the status. The tokens of a suspended account stop working immediately, and work again when it is active. Moderators and admins remove the photo and the bio with null, and change the names; the person gets a notice with the changes and the reason.

        Requires the role `moderator`. API keys need the scope `accounts:write`.
        """
        return self._call("PATCH", f"admin/accounts/{id}/", "b", body=body, if_match=if_match)  # type: ignore[no-any-return]

    def erase_account(self, id: int, *, if_match: Mapping[str, Any] | str | None = None) -> None:
        """Delete someone's account.

        The same as when the owner deletes it: personal data is erased, and history stays.

        Requires the role `admin`. API keys need the scope `accounts:write`.
        """
        self._call("DELETE", f"admin/accounts/{id}/", "", if_match=if_match)

    def mail_password_reset(self, id: int, *, idempotency_key: str | None = None) -> None:
        """Mail someone a code to reset the password.

        The mail of `POST /password/reset/`, to the account's address. The present password works until the code is used, and the devices stay signed in until then.

        Requires the role `admin`. API keys need the scope `accounts:write`.
        """
        self._call("POST", f"admin/accounts/{id}/password-reset/", "", idempotency_key=idempotency_key)

    def list_tokens_of_account(self, id: int, *, limit: int | None = None) -> Pages[types.Token]:
        """List someone's devices.

        One token for each device that is signed in, newest first.

        Requires the role `admin`.
        """
        return Pages(self._list("GET", f"admin/accounts/{id}/tokens/", "l", query={"limit": limit}))

    def sign_out_account(self, id: int) -> None:
        """Sign someone out on all devices.

        Revokes all tokens of the account. They stop working immediately; the person can sign in again.

        Requires the role `admin`. API keys need the scope `accounts:write`.
        """
        self._call("DELETE", f"admin/accounts/{id}/tokens/", "")

    def list_mails_of_account(self, id: int, *, limit: int | None = None) -> Pages[types.AccountMail]:
        """List someone's mail.

        Mail of the last 30 days that a mail server took, that is stored because none is set, that waits, or that could not be sent, newest first and without its text.

        Requires the role `admin`.
        """
        return Pages(self._list("GET", f"admin/accounts/{id}/mails/", "l", query={"limit": limit}))

    def get_second_factor_of_account(self, id: int) -> types.SecondFactor:
        """Get someone's second factor.

        Requires the role `admin`. API keys need the scope `accounts:read`.
        """
        return self._call("GET", f"admin/accounts/{id}/second-factor/", "")  # type: ignore[no-any-return]

    def reset_second_factor_of_account(self, id: int, *, idempotency_key: str | None = None) -> types.SecondFactor:
        """Reset someone's second factor.

        For someone who has lost the device and the recovery codes. The person is told by mail, and can object by its link. It takes effect after the hours of the setting `second_factor_reset_hours`, and signs the person out on all devices.

        Requires the role `admin`.
        """
        return self._call("POST", f"admin/accounts/{id}/second-factor/reset/", "", idempotency_key=idempotency_key)  # type: ignore[no-any-return]

    def export_account(self, id: int) -> types.Export:
        """Export someone's data.

        The document of `GET /export/`, for someone who asks you for their data. Each export is in the audit log.

        Requires the role `admin`. API keys need the scope `accounts:write`.
        """
        return self._call("GET", f"admin/accounts/{id}/export/", "")  # type: ignore[no-any-return]

    def create_tournament(self, body: types.CreateTournamentBody, *, idempotency_key: str | None = None) -> types.Tournament:
        """Create a tournament.

        Part of the module `sportsbook`; 404 if it is off. Requires the role `admin`. API keys need the scope `events:write`.
        """
        return self._call("POST", "admin/tournaments/", "b", body=body, idempotency_key=idempotency_key)  # type: ignore[no-any-return]

    def get_admin_tournament(self, id: int) -> types.Tournament:
        """Show a tournament.

        Part of the module `sportsbook`; 404 if it is off. Requires the role `admin`. API keys need the scope `events:read`.
        """
        return self._call("GET", f"admin/tournaments/{id}/", "")  # type: ignore[no-any-return]

    def update_tournament(self, id: int, body: types.UpdateTournamentBody, *, if_match: Mapping[str, Any] | str | None = None) -> types.Tournament:
        """Change a tournament.

        A closed tournament takes no bets.

        Part of the module `sportsbook`; 404 if it is off. Requires the role `admin`. API keys need the scope `events:write`.
        """
        return self._call("PATCH", f"admin/tournaments/{id}/", "b", body=body, if_match=if_match)  # type: ignore[no-any-return]

    def delete_tournament(self, id: int, *, if_match: Mapping[str, Any] | str | None = None) -> None:
        """Delete a tournament.

        Part of the module `sportsbook`; 404 if it is off. Requires the role `admin`. API keys need the scope `events:write`.
        """
        self._call("DELETE", f"admin/tournaments/{id}/", "", if_match=if_match)

    def create_event(self, body: types.CreateEventBody, *, idempotency_key: str | None = None) -> types.Event:
        """Create an event.

        Part of the module `sportsbook`; 404 if it is off. Requires the role `admin`. API keys need the scope `events:write`.
        """
        return self._call("POST", "admin/events/", "b", body=body, idempotency_key=idempotency_key)  # type: ignore[no-any-return]

    def get_admin_event(self, id: int) -> types.Event:
        """Show an event with its odds.

        Part of the module `sportsbook`; 404 if it is off. Requires the role `admin`. API keys need the scope `events:read`.
        """
        return self._call("GET", f"admin/events/{id}/", "")  # type: ignore[no-any-return]

    def update_event(self, id: int, body: types.UpdateEventBody, *, if_match: Mapping[str, Any] | str | None = None) -> types.Event:
        """Change an event, or enter its result.

        The status `final` with both scores is the result: outcomes are graded immediately, and bets are settled by the worker. Other scores later are a correction. `live` with both scores is a running score, which settles nothing. `cancelled` pays all stakes back.

        Part of the module `sportsbook`; 404 if it is off. Requires the role `admin`. API keys need the scope `events:write`.
        """
        return self._call("PATCH", f"admin/events/{id}/", "b", body=body, if_match=if_match)  # type: ignore[no-any-return]

    def delete_event(self, id: int, *, if_match: Mapping[str, Any] | str | None = None) -> None:
        """Delete an event.

        Part of the module `sportsbook`; 404 if it is off. Requires the role `admin`. API keys need the scope `events:write`.
        """
        self._call("DELETE", f"admin/events/{id}/", "", if_match=if_match)

    def create_market(self, body: types.CreateMarketBody, *, idempotency_key: str | None = None) -> types.Market:
        """Create a market.

        Part of the module `sportsbook`; 404 if it is off. Requires the role `admin`. API keys need the scope `events:write`.
        """
        return self._call("POST", "admin/markets/", "b", body=body, idempotency_key=idempotency_key)  # type: ignore[no-any-return]

    def get_admin_market(self, id: int) -> types.Market:
        """Show a market.

        Part of the module `sportsbook`; 404 if it is off. Requires the role `admin`. API keys need the scope `events:read`.
        """
        return self._call("GET", f"admin/markets/{id}/", "")  # type: ignore[no-any-return]

    def update_market(self, id: int, body: types.UpdateMarketBody, *, if_match: Mapping[str, Any] | str | None = None) -> types.Market:
        """Suspend, open, void or move a market.

        `void` pays the stakes back, and cannot be undone.

        Part of the module `sportsbook`; 404 if it is off. Requires the role `admin`. API keys need the scope `events:write`.
        """
        return self._call("PATCH", f"admin/markets/{id}/", "b", body=body, if_match=if_match)  # type: ignore[no-any-return]

    def delete_market(self, id: int, *, if_match: Mapping[str, Any] | str | None = None) -> None:
        """Delete a market.

        Part of the module `sportsbook`; 404 if it is off. Requires the role `admin`. API keys need the scope `events:write`.
        """
        self._call("DELETE", f"admin/markets/{id}/", "", if_match=if_match)

    def get_admin_outcome(self, id: int) -> types.Outcome:
        """Show an outcome.

        Part of the module `sportsbook`; 404 if it is off. Requires the role `admin`. API keys need the scope `events:read`.
        """
        return self._call("GET", f"admin/outcomes/{id}/", "")  # type: ignore[no-any-return]

    def update_outcome(self, id: int, body: types.UpdateOutcomeBody, *, if_match: Mapping[str, Any] | str | None = None) -> types.Outcome:
        """Move a price, or suspend an outcome.

        Bets that are placed keep their price.

        Part of the module `sportsbook`; 404 if it is off. Requires the role `admin`. API keys need the scope `events:write`.
        """
        return self._call("PATCH", f"admin/outcomes/{id}/", "b", body=body, if_match=if_match)  # type: ignore[no-any-return]

    def import_odds(self, file: bytes | str, *, season: str | None = None, week: int | None = None, move_to: str | None = None, results: bool | None = None, content_type: str = "text/csv", idempotency_key: str | None = None) -> types.ImportCounts:
        """Import games and odds from a file.

        The body is the file, up to 16 MiB: the CSV of nflverse, or a JSON tree of tournaments. All of it is imported or nothing. Importing it again changes nothing, and a selection that no line fits is refused. Each bad line is named in `errors` as `lines.<n>`, the first 100: of a CSV the line, whose header is line 1, and of a tree the event.

        Part of the module `sportsbook`; 404 if it is off. Requires the role `admin`. API keys need the scope `sportsbook:write`.
        """
        return self._call("POST", "admin/odds/", "rq", body=file, query={"season": season, "week": week, "move_to": move_to, "results": results}, content_type=content_type, idempotency_key=idempotency_key)  # type: ignore[no-any-return]

    def get_account_wallet(self, id: int) -> types.Wallet:
        """Show someone's wallet.

        Also of suspended and deleted accounts. Opens the wallet if the account has none yet.

        Part of the module `sportsbook`; 404 if it is off. Requires the role `admin`. API keys need the scope `wallets:read`.
        """
        return self._call("GET", f"admin/wallets/{id}/", "")  # type: ignore[no-any-return]

    def list_account_wallet_entries(self, id: int, *, limit: int | None = None) -> Pages[types.WalletEntry]:
        """List the entries of someone's wallet.

        Everything that moved the balance, newest first. Ids are not in the order of the list.

        Part of the module `sportsbook`; 404 if it is off. Requires the role `admin`. API keys need the scope `wallets:read`.
        """
        return Pages(self._list("GET", f"admin/wallets/{id}/entries/", "l", query={"limit": limit}))

    def list_account_bets(self, id: int, *, status: list[Literal["open", "won", "lost", "pushed", "void"]] | None = None, limit: int | None = None) -> Pages[types.Bet]:
        """List someone's bets.

        Newest first, as the person sees them. Also of suspended and deleted accounts.

        Part of the module `sportsbook`; 404 if it is off. Requires the role `admin`. API keys need the scope `wallets:read`.
        """
        return Pages(self._list("GET", f"admin/wallets/{id}/bets/", "l", query={"status": status, "limit": limit}))

    def grant_money(self, id: int, body: types.GrantMoneyBody, *, idempotency_key: str | None = None) -> types.Wallet:
        """Give someone paper money.

        Answers the wallet. A debt is repaid first.

        Part of the module `sportsbook`; 404 if it is off. Requires the role `admin`. API keys need the scope `wallets:write`.
        """
        return self._call("POST", f"admin/wallets/{id}/grant/", "b", body=body, idempotency_key=idempotency_key)  # type: ignore[no-any-return]

    def list_event_bets(self, id: int, *, limit: int | None = None) -> Pages[types.PlacedBet]:
        """List the bets on an event.

        Newest first, each with its person. `exposure` is the same on each page: the stakes and potential payouts of all open bets on the event, for each outcome. A parlay counts with its whole amounts.

        Part of the module `sportsbook`; 404 if it is off. Requires the role `admin`. API keys need the scope `wallets:read`.
        """
        return Pages(self._list("GET", f"admin/events/{id}/bets/", "l", query={"limit": limit}))

    def preview_result(self, id: int, *, decision: Literal["final", "cancelled", "void"], home_score: int | None = None, away_score: int | None = None, market: int | None = None) -> types.ResultPreview:
        """Preview what a result pays.

        By the rules of the settlement, over the bets as they are now. Nothing is written. A result, a correction and a cancelled event are then entered by `PATCH /admin/events/{id}/`, and a market is made void by `PATCH /admin/markets/{id}/`.

        Part of the module `sportsbook`; 404 if it is off. Requires the role `admin`. API keys need the scope `events:read`.
        """
        return self._call("GET", f"admin/events/{id}/preview/", "q", query={"decision": decision, "home_score": home_score, "away_score": away_score, "market": market})  # type: ignore[no-any-return]

    def list_admin_feeds(self, *, limit: int | None = None) -> Pages[types.OddsFeed]:
        """List feeds.

        With the state of each. Keys are never shown.

        Part of the module `sportsbook`; 404 if it is off. Requires the role `admin`. API keys need the scope `sportsbook:read`.
        """
        return Pages(self._list("GET", "admin/feeds/", "l", query={"limit": limit}))

    def create_admin_feed(self, body: types.CreateAdminFeedBody, *, idempotency_key: str | None = None) -> types.OddsFeed:
        """Create a feed.

        The worker reads it within a minute, and then on its schedule. The options of The Odds API need `sport` and `regions`, those of a page `tournament` and `sport`; others that are absent take their defaults.

        Part of the module `sportsbook`; 404 if it is off. Requires the role `admin`. API keys need the scope `sportsbook:write`.
        """
        return self._call("POST", "admin/feeds/", "b", body=body, idempotency_key=idempotency_key)  # type: ignore[no-any-return]

    def get_admin_feed(self, id: int) -> types.OddsFeed:
        """Show a feed.

        Part of the module `sportsbook`; 404 if it is off. Requires the role `admin`. API keys need the scope `sportsbook:read`.
        """
        return self._call("GET", f"admin/feeds/{id}/", "")  # type: ignore[no-any-return]

    def change_admin_feed(self, id: int, body: types.ChangeAdminFeedBody, *, if_match: Mapping[str, Any] | str | None = None) -> types.OddsFeed:
        """Change a feed.

        Can also turn it off and on. `options` replaces all options.

        Part of the module `sportsbook`; 404 if it is off. Requires the role `admin`. API keys need the scope `sportsbook:write`.
        """
        return self._call("PATCH", f"admin/feeds/{id}/", "b", body=body, if_match=if_match)  # type: ignore[no-any-return]

    def delete_admin_feed(self, id: int, *, if_match: Mapping[str, Any] | str | None = None) -> None:
        """Delete a feed.

        Its games stay, and their open markets are suspended.

        Part of the module `sportsbook`; 404 if it is off. Requires the role `admin`. API keys need the scope `sportsbook:write`.
        """
        self._call("DELETE", f"admin/feeds/{id}/", "", if_match=if_match)

    def run_feed(self, id: int, *, idempotency_key: str | None = None) -> types.OddsFeed:
        """Read a feed now.

        The worker reads it in the next seconds; the answer does not wait for that.

        Part of the module `sportsbook`; 404 if it is off. Requires the role `admin`. API keys need the scope `sportsbook:write`.
        """
        return self._call("POST", f"admin/feeds/{id}/run/", "", idempotency_key=idempotency_key)  # type: ignore[no-any-return]

    def preview_feed(self, body: types.PreviewFeedBody, *, idempotency_key: str | None = None) -> types.FeedPreview:
        """Preview a feed.

        Reads the source now, as the worker would, and stores nothing. `games` are those that would be imported, `problems` says in sentences what is wrong. Of The Odds API this is one request for odds.

        Part of the module `sportsbook`; 404 if it is off. Requires the role `admin`. API keys need the scope `sportsbook:write`.
        """
        return self._call("POST", "admin/feeds/preview/", "b", body=body, idempotency_key=idempotency_key)  # type: ignore[no-any-return]

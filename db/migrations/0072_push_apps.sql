-- compatible: yes
-- Apps that get notices as push messages (docs/decisions/0214-push-for-apps.md). The endpoint of an app is its token, and only browsers have keys.
alter table push_devices
    add column platform text not null default 'web'
        constraint push_devices_platform_check check (platform in ('web', 'apns', 'fcm')),
    alter column public_key drop not null,
    alter column secret drop not null,
    add constraint push_devices_keys_check
        check ((platform = 'web') = (public_key is not null) and (platform = 'web') = (secret is not null));

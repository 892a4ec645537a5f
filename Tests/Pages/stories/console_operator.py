"""The operator's console: an operator finds out why a job died and retries it, pauses its kind, and creates, moves, suspends and deletes a
tenant."""

import re
import urllib.parse


class Console:
    """The server as a person of the console sees it: another port, the same installation."""

    def __init__(self, server, link):
        self.server, self.base = server, "{0.scheme}://{0.netloc}".format(urllib.parse.urlsplit(link))

    def __getattr__(self, name):
        return getattr(self.server, name)


def story(people, look):
    ann, bob = people.new("ann"), people.new("bob")
    link = people.server.console()
    ann.server = bob.server = Console(people.server, link)
    ann.go("/", status=401)
    ann.see("Print one on the machine of the console")
    look(ann, "signed-out")
    load(people.server)
    ann.go(link)
    ann.see("Failed checks")
    ann.see("Last 24 hours")
    ann.see("backup")
    look(ann, "health")
    bob.go(link, status=403)
    bob.see("used or is older than ten minutes")
    dead_job(ann, people.mark, look)
    dead_mail(ann, look)
    tenant(ann, people.mark, look)
    for path, name in (("/schedules", "schedules"), ("/mail", "mail"), ("/accounts?q=ada", "accounts"), ("/audit", "audit")):
        ann.go(path)
        look(ann, name)
    ann.go("/audit?action=job.retry")
    ann.see("job.retry")
    ann.go("/audit?action=kind.pause")
    ann.see("Whole installation")
    sign_out(ann)


def load(server):
    """A day of requests and runs of jobs, as processes write them."""
    server.sql(
        "insert into parlay.process_counts (tenant_id, hour, name, process, count)"
        " select t.id, date_trunc('hour', now()) - n * interval '1 hour', f.name, 1, (f.mean * (1.2 + sin(n / 3.5)))::bigint"
        "   from (select 0 as id union all select id from parlay.tenants where slug = 'wager') t, generate_series(1, 23) n,"
        "        (values ('http_requests', 1800), ('jobs_finished', 90)) f (name, mean)"
        "     on conflict do nothing"
    )


def dead_job(ann, mark, look):
    """Why it died, what it carries, and again: one, then all of a filter."""
    kind = f"story.{mark}"  # no worker knows it, so it waits
    ann.server.sql(
        "insert into parlay.dead_letters (tenant_id, id, kind, payload, attempt, max_attempts, last_error, created_at)"
        f" select id, nextval('parlay.jobs_id_seq'), '{kind}', '{{\"secret\": \"hush\"}}', 10, 10, 'the disk <b>is</b> full', now()"
        "   from parlay.tenants, generate_series(1, 3) where slug = 'wordup'"
    )
    ann.press("Jobs", scope="nav[aria-label]")
    ann.see("the disk <b>is</b> full")
    look(ann, "jobs")
    ann.go(f"/jobs?kind={kind}")
    ann.click(ann.page.locator("#main table a").first)
    ann.settle()
    ann.see("the disk <b>is</b> full")
    ann.miss("hush")
    look(ann, "job")
    ann.press("Show the payload")
    ann.see("hush")
    ann.press("Retry", scope="main", role="button")
    ann.see("1 job is queued again.")
    ann.go(f"/jobs?kind={kind}")
    ann.press(re.compile("^Pause this kind"), role="button")
    ann.see("Workers start no more jobs of this kind")
    look(ann, "jobs-paused")
    ann.press(re.compile("^Resume"), scope="table", role="button")
    ann.see("Workers run this kind again")
    ann.go(f"/jobs?kind={kind}")
    ann.press("Retry all")
    ann.see("Retry 2 dead jobs?")
    look(ann, "jobs-preview")
    ann.press("Retry all")
    ann.see("2 jobs are queued again.")
    ann.server.sql(f"delete from parlay.jobs where kind = '{kind}'")


def dead_mail(ann, look):
    """A job that nobody needs any more is deleted."""
    ann.server.sql(
        "insert into parlay.dead_letters (tenant_id, id, kind, payload, attempt, max_attempts, last_error, created_at)"
        " select id, nextval('parlay.jobs_id_seq'), 'send_mail', '{}', 1, 20, 'the mail server answered 550 5.1.1', now()"
        "   from parlay.tenants where slug = 'wager'"
    )
    ann.go("/jobs?kind=send_mail&tenant=wager")
    ann.click(ann.page.locator("#main table a").first)
    ann.settle()
    ann.see("the mail server answered 550")
    look(ann, "job-mail")
    ann.agree("Delete")
    ann.see("1 job was deleted.")


def tenant(ann, mark, look):
    slug = f"t{mark}"
    ann.press("Tenants", scope="nav[aria-label]")
    look(ann, "tenants")
    ann.go("/tenants/wager")
    look(ann, "tenant-wager")
    ann.go("/tenants")
    form = "main form[method=post]"
    ann.fill("Slug", "wordup", scope=form)
    ann.fill("Name", "Ann's <b>tenant</b>", scope=form)
    ann.tick("meetups", scope=form)
    ann.press("Create", scope=form, status=422)
    ann.see("That did not work")
    look(ann, "tenants-refused")
    ann.fill("Slug", slug, scope=form)
    ann.press("Create", scope=form)
    ann.see("The tenant was created.")
    look(ann, "tenant")
    ann.press("Settings")
    ann.see("Every tenant")
    look(ann, "tenant-settings")
    settings(ann, look)
    first_admin(ann, slug, look)
    suspend(ann, slug, look)
    ann.press("Export", scope="main")
    ann.hear("Download", seconds=60)
    look(ann, "export")
    ann.go("/transfers")
    ann.see(f"Export of {slug}")
    look(ann, "transfers")
    delete(ann, slug, look)


def settings(ann, look):
    """The form of the declarations: what the browser lets through the server refuses beside its field."""
    form = "main form >> nth=0"
    days = ann.page.locator("label[for=settings-platform-token_days]").inner_text().strip()
    if ann.scripts:
        ann.fill(days, "0", scope=form)
        ann.page.locator(form).evaluate("form => { form.noValidate = true; }")
        ann.press("Save", scope=form, status=422)
        look(ann, "tenant-settings-refused")
    ann.fill(days, "30", scope=form)
    ann.press("Save", scope=form)
    ann.see("The change was saved")


def first_admin(ann, slug, look):
    """Who runs the app in its own console is made here, and found again."""
    ann.go(f"/tenants/{slug}")
    ann.see("Nobody has an account yet")
    ann.press("New account", scope="main section")
    ann.fill("Username", "owner")
    ann.fill("Email", f"owner@{slug}.example")
    ann.fill("Password", "two sets and a tie-break")
    ann.fill("known_lang", "en")
    ann.fill("learn_lang", "de")
    look(ann, "account-new")
    ann.press("Create", scope="main", role="button")
    ann.see("The account was created.")
    look(ann, "account")
    ann.go(f"/accounts?q=owner@{slug}.example")
    ann.press("owner", scope="main table")
    ann.agree("Suspend", status=422)
    ann.see("A tenant needs at least one admin.")
    ann.agree("Mail a code")
    ann.see("The code is on its way.")


def suspend(ann, slug, look):
    ann.go(f"/tenants/{slug}")
    ann.press("Suspend")
    look(ann, "tenant-suspend")
    ann.fill(f"Type {slug} to confirm", "something")
    ann.press("Suspend", scope="main", role="button", status=422)
    ann.see(f"This is not {slug}.")
    ann.fill(f"Type {slug} to confirm", slug)
    ann.press("Suspend", scope="main", role="button")
    ann.see("The tenant is suspended.")


def delete(ann, slug, look):
    ann.go(f"/tenants/{slug}/delete")
    look(ann, "tenant-delete")
    ann.fill(f"Type {slug} to confirm", slug)
    ann.press("Delete", scope="main", role="button")
    ann.hear("The tenant was deleted.", seconds=90)
    look(ann, "deletion")
    ann.go(f"/tenants/{slug}", status=404)


def sign_out(ann):
    ann.click(ann.page.locator("header [popovertarget=me]"))
    ann.press("Sign out", status=401)
    ann.see("Sign in with a link that works once")

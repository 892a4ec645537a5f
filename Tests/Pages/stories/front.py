"""The first page of a server: somebody opens it, picks an app and a demo account, and is in."""

FIRST = "/"
APPS = ("betbull", "draftqueens", "ggtracker", "wager", "wordup")


def story(people, look):
    ann = people.new("ann")
    ann.go(FIRST)
    ann.see("The NFL week by week")
    ann.see("Soccer with live odds")
    look(ann, "front")
    for app in APPS:
        if ann.path != FIRST:
            ann.go(FIRST)
        ann.click(ann.page.locator(f'form[action="/app/{app}/sign-in"]').get_by_role("button", name="Chen"))
        ann.page.wait_for_url(f"**/app/{app}/")
        ann.settle()
        ann.expect_status(200)
        assert ann.page.locator("header.top").get_by_text("Sign in").count() == 0, f"{app}: not signed in"
        assert not ann.sees("confirm your email"), f"{app}: a demo account is asked to confirm its address"
    ann.go("/app/wordup/nothing-here", 404)
    look(ann, "not-found")

"""The live page of soccer at made-up prices, which a fan opens on a phone."""

FIRST = "/live/betbull"


def story(people, look):
    fan = people.new("fan", phone=True)
    fan.go(FIRST)
    look(fan, "live")

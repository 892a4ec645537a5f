"""People register, sign in and sign out."""

from ..world import World


async def run(world: World, tenant: str, number: int) -> None:
    turn = 0
    while not world.is_over.is_set():
        name = f"member{number}-{turn}"
        turn += 1
        notes = {"object": f"account/{tenant}/{name}"}
        person = world.stranger(tenant, name)
        if person.chance.random() < 0.3:
            await world.sign_in(person, **notes)
        await world.sign_up(person, **notes)
        # Once more, which finds the name taken.
        body = world.registration(tenant, name, ("en", "es"))
        await person.once("POST", "register/", body, move="register", **notes)
        for _ in range(3):
            await person.read("profiles/me/", move="me", **notes)
            await world.rest(person.chance, 0.05)
        await person.once("POST", "logout/", {}, move="sign out", **notes)
        await person.read("profiles/me/", move="me", **notes)
        person.token = None
        await world.sign_in(person, **notes)
        await world.rest(person.chance, 0.1)

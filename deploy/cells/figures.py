"""How long calls took: those of the tenant that moves, and those of its neighbours during moves and between them."""


def percentile(sorted_values, share):
    return sorted_values[min(len(sorted_values) - 1, int(len(sorted_values) * share))] if sorted_values else float("nan")


def describe(values):
    ordered = sorted(values)
    return (f"median {percentile(ordered, .5) * 1000:.1f} ms, p99 {percentile(ordered, .99) * 1000:.1f} ms,"
            f" longest {percentile(ordered, 1) * 1000:.0f} ms of {len(ordered)}")


def calls_of(tenant, is_write):
    return [call for person in tenant.people for call in list(person.calls) if call.is_write == is_write]


def is_within(call, began, ended):
    return call.sent <= ended and call.sent + call.seconds >= began


def report(mover, tenant, neighbours, followers, began, ended):
    """`neighbours` are tenants that do not move, with the number of their cell; what they do counts as meanwhile if a move was from
    or to their cell."""
    gaps = sorted(gap for move in mover.moves for gap in move.gaps)
    print(f"\n{len(gaps)} switches, {mover.killed} kills of the mover, {mover.restarts} moves begun again,"
          f" {mover.lost_ways_back} ways back lost; gap: median {gaps[len(gaps) // 2]} ms, longest {gaps[-1]} ms")
    for is_write, name in ((True, "writes"), (False, "reads")):
        waits = [call.seconds for call in calls_of(tenant, is_write)
                 if any(is_within(call, move.began, move.ended) for move in mover.moves)]
        print(f"{name} of the tenant during moves: {describe(waits)}")
    for is_write, name in ((True, "writes"), (False, "reads")):
        during, between = [], []
        for neighbour, cell in neighbours:
            for call in calls_of(neighbour, is_write):
                if not began <= call.sent <= ended:
                    continue
                moves = [move for move in mover.moves if is_within(call, move.began, move.ended)]
                if any(cell in move.cells for move in moves):
                    during.append(call.seconds)
                elif not moves:
                    between.append(call.seconds)
        print(f"{name} of the others in the two cells, meanwhile: {describe(during)}")
        print(f"{name} of the others between moves: {describe(between)}")
        if during and between:
            ratios = [percentile(sorted(during), share) / percentile(sorted(between), share) for share in (.5, .99)]
            print(f"{name}: median {ratios[0]:.2f} times, p99 {ratios[1]:.2f} times that between moves")
    for tenant, delays in sorted(delays_of(followers).items()):
        print(f"events of {tenant} came after: {describe(delays)}")
    print()


def delays_of(followers):
    delays = {}
    for follower in followers:
        delays.setdefault(follower.person.tenant, []).extend(follower.delays)
    return delays

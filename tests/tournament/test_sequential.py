from harness.stats.sprt import Sprt
from harness.tournament.jobs import Report
from harness.tournament.sequential import SequentialMatch, SequentialPlan, look_again, plan_match


def reports(match, codes):
    """Play the match with the same result in each block."""
    while not match.decided and (job := match.issue()) is not None:
        yield Report(job, codes, 1)


def test_plan_depends_on_costs_and_test_alone():
    planned = plan_match(Sprt(0, 5), (200.0, 200.0), 2)
    assert planned == plan_match(Sprt(0, 5), (200.0, 200.0), 2)
    assert planned.cap % planned.batch == 0
    assert planned.cap * 2 >= 10 * 41_861  # ten times the planner's worst case for five points
    assert SequentialPlan.from_object(planned.as_object()) == planned


def test_wins_accept_h1_and_losses_h0():
    planned = SequentialPlan(Sprt(0, 5), 100, 100_000)
    for code, decision in ((2 + 5 * 2, "H1"), (0, "H0")):
        match = SequentialMatch(planned, 2)
        for done in reports(match, {code: 100}):
            match.accept(done)
        assert match.state.decision == decision
        assert match.issue() is not None  # the runner asks no more, since it is decided


def test_level_results_run_into_the_cap():
    match = SequentialMatch(SequentialPlan(Sprt(0, 0.5), 100, 500), 2)
    for done in reports(match, {2: 50, 10: 50}):
        match.accept(done)
    assert match.decided
    assert match.state.decision is None
    assert match.tally.total == 500
    assert match.issue() is None


def test_looking_again_comes_to_the_same_look():
    planned = SequentialPlan(Sprt(0, 5), 100, 100_000)
    match = SequentialMatch(planned, 2)
    seen = []
    for done in reports(match, {12: 60, 2: 40}):
        match.accept(done)
        seen.append(done)
    surplus = Report(match.issue(), {0: 100}, 1)
    again = look_again(planned, 2, [surplus, *reversed(seen)])
    assert again.states == match.states
    assert again.tally == match.tally

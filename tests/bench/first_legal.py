"""The cheapest plain player there is: what it costs is what plain players cost the harness."""

from harness.players import player


@player(game=("forecast", "defcon"))
class FirstLegal:
    """Plays the first legal action."""

    def choose(self, view):
        return view.legal[0]

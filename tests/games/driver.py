"""The engine with the interface of the twins, so that the same playthroughs and counts can be asked of both."""

from harness.games.position import Position


class Engine:
    """Drives a game through `Position`."""

    def __init__(self, game: str) -> None:
        self.game = game

    def parse(self, line: str, rules: dict | None = None) -> Position:
        return Position.parse(self.game, line, rules)

    def format(self, state: Position) -> str:
        return str(state)

    def view(self, state: Position, seat: str) -> str:
        return state.view(seat)

    def legal(self, state: Position) -> list[str]:
        return list(state.legal)

    def play(self, state: Position, action: str) -> Position:
        return state.play(action)

    def result(self, state: Position) -> dict | None:
        ended = state.result
        return ended and {
            "winner": ended.winner,
            "reason": ended.reason,
            "scores": ended.scores and list(ended.scores),
        }

    def seen(self, state_before: Position, action: str) -> str | None:
        return state_before.play(action).seen

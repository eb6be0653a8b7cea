"""The file of settings, `headrace.toml`: values for shared options, and named players."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from harness.core.errors import DataError, UsageError, did_you_mean

NAME = "headrace.toml"
KEYS = {
    "seed": "seed", "workers": "workers", "blocks": "blocks", "pairs": "blocks", "games": "games", "swap": "swap",
    "rules": "rules", "deck": "deck", "keep": "keep", "max_faults": "max_faults", "format": "form", "color": "color",
    "move_time": "move_time", "game_time": "game_time", "memory": "memory", "patience": "patience",
    "isolate": "isolate", "quiet": "quiet", "verbose": "verbose", "confidence": "confidence",
}  # fmt: skip
"""Keys of the file → names of the options' values."""
PLAYERS = "players"
_PLAYER_KEYS = ("target", "parameters")
_META_PLAYERS, _META_PATH = "harness.players", "harness.config"


def named_players() -> Mapping[str, Mapping[str, Any]]:
    """Give the players that the file of settings names."""
    found: Mapping[str, Mapping[str, Any]] = click.get_current_context().meta.get(_META_PLAYERS, {})
    return found


def read_settings(ctx: click.Context, _param: click.Parameter, value: str | None) -> None:
    """Read the file that is named, or the one in the present folder, as the options' defaults.

    Raises
    ------
    UsageError
        A key is unknown, or the file that is named isn't there.
    DataError
        It can't be read.
    """
    path = Path(NAME if value is None else value)
    if ctx.resilient_parsing or (value is None and not path.is_file()):
        return
    found = _read(path)
    ctx.meta[_META_PATH] = str(path)
    ctx.meta[_META_PLAYERS] = _players(found.pop(PLAYERS, {}), path)
    own = {param.name for param in ctx.command.params}
    ctx.default_map = {KEYS[key]: item for key, item in _checked(found, path).items() if KEYS[key] in own}


def _read(path: Path) -> dict[str, Any]:
    import tomllib

    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise UsageError(f"there is no file {path}", "give the path of a TOML file") from None
    except (OSError, UnicodeDecodeError) as error:
        raise DataError(f"can't read {path}: {error}", "give the path of a TOML file") from None
    except ValueError as error:  # tomllib's own, and Python's for a number of too many digits
        raise DataError(f"{path} is not TOML: {error}", "mend that line") from None


def _checked(found: Mapping[str, Any], path: Path) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for name, value in found.items():
        key = name.replace("-", "_")
        if key not in KEYS:
            raise UsageError(f'unknown key "{name}" in {path}', did_you_mean(name, [*KEYS, PLAYERS]))
        if isinstance(value, Mapping) and key != "rules":
            raise UsageError(f"{name} in {path} is a table", "give a value: key = value")
        values[key] = _rules(value) if key == "rules" else value
    return values


def _rules(value: Any) -> Any:
    if isinstance(value, Mapping):
        return [f"{key}={item}" for key, item in value.items()]
    return [value] if isinstance(value, str) else value


def _players(found: Any, path: Path) -> dict[str, dict[str, Any]]:
    """Check the named players; their paths start from the file's folder."""
    if not isinstance(found, Mapping) or not all(isinstance(entry, Mapping) for entry in found.values()):
        raise UsageError(f"players in {path} are not tables", 'write [players.NAME] with a target = "…"')
    players: dict[str, dict[str, Any]] = {}
    for name, entry in found.items():
        strange = [key for key in entry if key not in _PLAYER_KEYS]
        if strange:
            raise UsageError(
                f'unknown key "{strange[0]}" in [players.{name}] of {path}',
                did_you_mean(strange[0], _PLAYER_KEYS),
            )
        target = entry.get("target")
        if not isinstance(target, str):
            raise UsageError(
                f"[players.{name}] in {path} has no target", 'write target = "NAME or path/bot.py"'
            )
        players[name] = {**entry, "target": _from_folder(target, path.parent)}
    return players


def _from_folder(target: str, folder: Path) -> str:
    file, mark, member = target.partition("#")
    if target.startswith("exec:") or not ("/" in file or file.endswith((".py", ".toml"))):
        return target
    return os.path.abspath(folder / Path(file).expanduser()) + mark + member

"""The box: each wall stands, with the rights of root and without, and what plays there plays as outside."""

import os
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from json import loads
from pathlib import Path

import numpy as np
import pytest

from harness.games import find_game
from harness.play.pairing import Pairing
from harness.play.setting import Setting
from harness.players import box, programs, seen
from harness.players.entrants import read_entrants
from harness.players.limits import Limits
from harness.players.sandbox import WALLS
from harness.players.sandbox.counting import PROCESSES
from harness.players.sandbox.files import DEVICES, STREAMS, plan
from harness.players.sandbox.rights import _DROP_BOUND
from harness.players.sandbox.system import control

PROBE = Path(__file__).parent / "boxed_probe.py"
PLAYERS = Path(__file__).parent / "hosted_players.py"
ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "docs" / "examples"
WAYS = ["as it is", "without rights"]
"""As root, the box is made by root's rights, or by those in a space of users; anybody else has only that."""

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the box needs Linux")


def drop_administration():
    """Make root one that may make no spaces: programs that it starts don't get this right (CAP_SYS_ADMIN) any more."""
    with suppress(OSError):
        control(_DROP_BOUND, 21)


@pytest.fixture(autouse=True)
def no_program_is_left():
    yield
    programs.end_programs()


def boxed(command, way="as it is", **how):
    """Start a program in a box."""
    start = box.boxed_command(command)
    how.setdefault("stderr", subprocess.PIPE)
    return subprocess.Popen(
        shlex.split(start.command),
        env=start.environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        start_new_session=True,
        preexec_fn=drop_administration if way == "without rights" else None,
        **how,
    )


def need(way, wall):
    """Skip a test where the system doesn't allow a wall."""
    _, errors = boxed("true", way).communicate()
    if f"this system doesn't allow {wall}" in errors.decode():
        pytest.skip(f"this system doesn't allow {wall}")


def python(code, *arguments):
    return shlex.join([sys.executable, "-c", code, *map(str, arguments)])


@pytest.fixture(scope="module", params=WAYS)
def probed(request):
    """Give what a hostile program found, what it couldn't, and the walls that this system doesn't allow."""
    with (
        tempfile.TemporaryDirectory(prefix="hr") as folder,
        tempfile.TemporaryDirectory(prefix="hr") as other,
    ):
        own = shutil.copy(PROBE, folder)
        secret = Path(other) / "secret"
        secret.write_text("a secret")
        stream, datagrams = Path(folder) / "stream", Path(folder) / "datagrams"
        os.environ["HEADRACE_TEST_SECRET"] = "x"
        with (
            socket.socket(socket.AF_UNIX) as first,
            socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as second,
        ):
            first.bind(str(stream))
            first.listen()
            second.bind(str(datagrams))
            command = shlex.join([sys.executable, own, str(stream), str(datagrams), f"file={secret}", own])
            planned = plan(seen.seen_by_program(command))
            process = boxed(command, request.param)
            scratch = str(box._scratch())
            said, errors = process.communicate()
        del os.environ["HEADRACE_TEST_SECRET"]
    assert process.returncode == 0, errors
    missing = [wall for wall in WALLS if f"this system doesn't allow {wall}" in errors.decode()]
    return {**loads(said), "shown": [*planned.shown, *planned.links, scratch]}, missing


def standing(probed, wall):
    """Give what was found, if a wall is there to be tried."""
    found, missing = probed
    if wall in missing:
        pytest.skip(f"this system doesn't allow {wall}")
    return found


def test_no_socket_leads_out(probed):
    """Not even one in the player's own folder, by a stream, by datagrams or by the network."""
    found = standing(probed, "no sockets to other programs")
    assert (found["connect"], found["send"], found["network"]) == ("PermissionError",) * 3
    assert found["pair"] is True


def test_no_right_is_left(probed):
    found = standing(probed, "no rights of an administrator")
    assert {int(held, 16) for name, held in found["capabilities"].items() if name != "CapBnd"} == {0}
    assert int(found["capabilities"]["CapBnd"], 16) == 0
    assert found["mounts"] == [-1, -1, -1]
    assert found["space"] == -1


def test_only_the_box_is_seen(probed):
    found = standing(probed, "no sight of other processes")
    assert found["processes"] == [1, 2]
    assert found["keeper"] == ["PermissionError"] * 2
    assert found["forks"] > 0  # the first process outlived its killing


def test_few_files_are_seen(probed):
    found = standing(probed, "few files, and none to write")
    assert found["secret"] == "FileNotFoundError"
    assert found["own"] is True
    assert (found["write"], found["kernel"], found["mode"]) == ("OSError",) * 3
    stray = [
        path
        for path in found["elsewhere"]
        if not any(f"{there}/".startswith(f"{path}/") for there in found["shown"])
    ]
    assert stray == []
    assert found["devices"] == sorted([*DEVICES, *STREAMS])
    assert (found["null"], found["scratch"]) == ("opened", "opened")


def test_processes_are_bounded(probed):
    found = standing(probed, "a bound on the number of processes")
    assert PROCESSES - 8 <= found["forks"] < PROCESSES
    assert found["threads"] == 64


def test_nothing_of_the_person_s_is_handed_on(probed):
    found, _ = probed
    assert set(found["environment"]) <= {
        "PATH",
        "PYTHONPATH",
        "LANG",
        "LC_ALL",
        "HOME",
        "TMPDIR",
        "NUMBA_CACHE_DIR",
        "LC_CTYPE",
    }
    assert found["descriptors"] <= 4


STAYS = """
import os
os.setsid()
print("x", flush=True)
null = os.open("/dev/null", os.O_RDWR)
for stream in range(3):
    os.dup2(null, stream)
os.execve("/bin/sleep", ["sleep", "{}"], {{}})
"""


@pytest.mark.parametrize("way", WAYS)
def test_nothing_outlives_its_box(way):
    """A process that has left its group and become another program, without its mark, ends with the box."""
    need(way, "no sight of other processes")
    seconds = f"7{os.getpid()}{WAYS.index(way)}"
    process = boxed(python(STAYS.format(seconds)), way)
    assert process.stdout.readline() == b"x\n"
    assert wait_for(lambda: sleeps(seconds))
    process.kill()
    process.communicate()
    assert wait_for(lambda: not sleeps(seconds))


def sleeps(seconds):
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            if path.read_bytes() == f"sleep\0{seconds}\0".encode():
                return True
        except OSError:
            continue
    return False


def wait_for(condition, seconds=5.0):
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if condition():
            return True
        time.sleep(0.02)
    return False


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(
    ("code", "ended"),
    [
        ("raise SystemExit(7)", 7),
        ("import os; os.kill(os.getpid(), 9)", -signal.SIGKILL),
        ("import os; os.abort()", -signal.SIGABRT),
        ("import subprocess; subprocess.Popen(['sleep', '60'])", 0),  # what it leaves ends with it
    ],
)
def test_a_box_ends_as_its_program_does(way, code, ended):
    need(way, "no sight of other processes")
    process = boxed(python(code), way)
    process.communicate(timeout=20)
    assert process.returncode == ended


def test_a_box_doesn_t_hold_its_program_s_streams():
    process = boxed(python("import os, time; os.close(1); os.close(2); time.sleep(60)"))
    assert process.stdout.read() == b""
    assert process.poll() is None
    process.kill()
    process.communicate()


def test_a_program_that_isn_t_there_is_named():
    process = boxed("no-such-program-anywhere")
    _, errors = process.communicate()
    assert process.returncode == 127
    assert b"no-such-program-anywhere can't be run in a box" in errors


def test_walls_that_are_missing_are_named():
    """In a box no other one can be made: the system refuses spaces there."""
    start = box.boxed_command(python("print('here')"))
    inner = f"import os; os.execve({sys.executable!r}, {shlex.split(start.command)!r}, {start.environment!r})"
    said, errors = boxed(python(inner)).communicate()
    assert said == b"here\n"
    for wall in ("no network", "few files, and none to write", "no sight of other processes"):
        assert f"this system doesn't allow {wall}" in errors.decode()


def test_links_lead_where_they_led(tmp_path):
    (tmp_path / "real" / "inside").mkdir(parents=True)
    (tmp_path / "real" / "file").write_text("")
    (tmp_path / "link").symlink_to("real/inside")
    (tmp_path / "real" / "inside" / "up").symlink_to("../file")
    base = os.path.realpath(tmp_path)
    planned = plan([f"{base}/link/up", f"{base}/none", f"{base}/real/inside", "/usr", "/usr/bin"])
    assert planned.links == {f"{base}/link": "real/inside"}
    assert planned.shown == {f"{base}/real/file", f"{base}/real/inside", "/usr"}


def test_a_home_is_not_shown_for_a_file_in_it(tmp_path, monkeypatch):
    """A player or program that lies right in the home folder is shown alone, and home isn't the present folder."""
    home = tmp_path / "home"
    (home / "bots").mkdir(parents=True)
    for path in (home / "otter.py", home / "bots" / "otter.py"):
        path.write_text("")
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.chdir(home)
    assert seen.seen_by_host(f"{home}/otter.py#Otter")[-1] == f"{home}/otter.py"
    assert f"{home}/bots" in seen.seen_by_host(f"{home}/bots/otter.py")
    shown = seen.seen_by_program(f"{sys.executable} otter.py")
    assert f"{home}/otter.py" in shown
    assert not {str(home), str(tmp_path), "/"} & set(shown)
    assert f"{home}/bots" in seen.seen_by_program("cat bots/otter.py")


def node(folder):
    if shutil.which("node") is None:
        pytest.skip("there is no node here")
    return f"exec:node {shutil.copy(EXAMPLES / 'program.js', folder)}"


def compiled_c(folder):
    if shutil.which("cc") is None:
        pytest.skip("there is no C compiler here")
    subprocess.run(["cc", "-o", folder / "program", EXAMPLES / "program.c"], check=True)
    return f"exec:{folder}/program"


def python_program(folder):
    return f"exec:{sys.executable} {shutil.copy(EXAMPLES / 'program.py', folder)}"


def compiled(folder):
    return str(shutil.copy(ROOT / "bots" / "forecast" / "greedy.py", folder / "mine.py"))


def plain(folder):
    return f"{PLAYERS}#Ranked:p=1"


def batch(folder):
    return f"{PLAYERS}#RankedBatch:p=1"


@pytest.mark.parametrize("make", [node, compiled_c, python_program, compiled, plain, batch])
def test_a_boxed_player_plays_the_same_games(tmp_path, make):
    target = make(tmp_path)
    played = []
    for isolate in (False, True):
        game = find_game("forecast")
        setting = Setting(game, {}, 1, limits=Limits(patience=60), isolate=isolate)
        entrants = read_entrants([target, "random"], game, isolate=isolate)
        played.append(Pairing(setting, *entrants, True).play(0, 2))
    assert played[0].faults == played[1].faults == []
    assert np.array_equal(played[0].rows, played[1].rows)
    assert np.array_equal(played[0].actions, played[1].actions)

"""A hostile program: tries one way after the other out of its box, and says what became of each, as JSON.

It does no harm where a wall is missing: files are opened and not written, and what it changes is its own space's.
"""

import ctypes
import json
import os
import resource
import socket
import sys
import threading
import time

LIBC = ctypes.CDLL(None, use_errno=True)
NEW_USER, NEW_MOUNTS = 0x10000000, 0x00020000


def tried(attempt, *arguments):
    """Give what an attempt gave, or the name of its error."""
    try:
        return attempt(*arguments)
    except OSError as error:
        return type(error).__name__


def called(name, *arguments):
    return getattr(LIBC, name)(*arguments)


def connect(path):
    with socket.socket(socket.AF_UNIX) as line:
        line.connect(path)
    return "connected"


def send(path):
    """Use one of a connected pair, for which no socket is asked for by its family."""
    ours, _ = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
    ours.sendto(b"x", path)
    return "sent"


def append(path):
    """Open a file for writing, and leave it as it is."""
    with open(path, "a"):
        return "opened"


def change_mounts():
    """Ask for a change of the root's mount that changes nothing, also from a new space of users with all rights."""
    nothing = (ctypes.c_uint64 * 4)()
    done = [LIBC.syscall(442, -100, b"/", 0, nothing, 32)]
    done.append(LIBC.unshare(NEW_USER | NEW_MOUNTS))
    done.append(LIBC.syscall(442, -100, b"/", 0, nothing, 32))
    return done


def fork(most=700):
    children = []
    try:
        for _ in range(most):
            child = os.fork()
            if not child:
                time.sleep(30)
                os._exit(0)
            children.append(child)
    except OSError:
        pass
    for child in children:
        os.kill(child, 9)
        os.waitpid(child, 0)
    return len(children)


def start_threads(number=64):
    threads = [threading.Thread(target=time.sleep, args=(0.05,)) for _ in range(number)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return number


def status(name):
    with open("/proc/self/status") as file:
        return {line.split(":")[0]: line.split(":")[1].strip() for line in file if line.startswith(name)}


def look(stream, datagrams, secret, own):
    return {
        "connect": tried(connect, stream),
        "send": tried(send, datagrams),
        "pair": tried(lambda: bool(socket.socketpair())),
        "network": tried(lambda: bool(socket.socket())),
        "capabilities": tried(status, "Cap"),
        "mounts": tried(change_mounts),
        "space": tried(called, "unshare", NEW_USER),
        "processes": tried(lambda: sorted(int(name) for name in os.listdir("/proc") if name.isdigit())),
        "keeper": [
            tried(os.readlink, "/proc/1/fd/0"),
            tried(lambda: open("/proc/1/mem", "rb").close()),
        ],
        "kill": tried(os.kill, 1, 9) if os.getpid() == 2 else "it may be the system's own",
        "kernel": tried(append, "/proc/sys/kernel/core_pattern"),
        "secret": tried(lambda: open(secret.removeprefix("file=")).read()),
        "own": tried(lambda: bool(open(own).read())),
        "write": tried(append, own),
        "elsewhere": [
            os.path.join(folder, name)
            for folder in ("/home", "/root", "/run", "/tmp", "/var", "/mnt")
            if os.path.isdir(folder)
            for name in os.listdir(folder)
        ],
        "devices": sorted(tried(os.listdir, "/dev")),
        "mode": tried(lambda: os.chmod("/dev/null", os.stat("/dev/null").st_mode & 0o777)),
        "null": tried(append, "/dev/null"),
        "scratch": tried(append, os.path.join(os.environ["TMPDIR"], "x")),
        "environment": sorted(os.environ),
        "descriptors": len(os.listdir("/proc/self/fd")),
        "threads": tried(start_threads),
        "files": resource.getrlimit(resource.RLIMIT_NOFILE)[0],
        "forks": fork(),
    }


if __name__ == "__main__":
    print(json.dumps(look(*sys.argv[1:])))

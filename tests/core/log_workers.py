"""Run by test_logs in a process of its own: workers that write a log at once, started by forkserver."""

import logging
import multiprocessing
import os
import signal
import sys
import time
from pathlib import Path

from harness.core import logs

LINES = 3000


def write_lines(queue, worker):
    logs.log_to(queue)
    logger = logging.getLogger("harness.worker")
    for line in range(LINES):
        logger.info("worker %d line %d %s", worker, line, "x" * (line % 200))
    try:
        raise ValueError("with a traceback")
    except ValueError:
        logger.exception("worker %d failed", worker)


def die_while_writing(queue):
    logs.log_to(queue)
    queue._wlock.acquire()
    os.kill(os.getpid(), signal.SIGKILL)


def write_in_vain(queue):
    logs.PATIENCE = 0.5
    logs.log_to(queue)
    logging.getLogger("harness.worker").info("lost")


def start(target, *arguments):
    process = multiprocessing.Process(target=target, args=arguments)
    process.start()
    return process


def many(path):
    with logs.open_log(path) as log:
        workers = [start(write_lines, log.queue, number) for number in range(4)]
        for line in range(LINES):
            logging.getLogger("harness.parent").info("parent line %d", line)
        logging.getLogger("harness.parent").debug("not logged")
        for worker in workers:
            worker.join()
        assert log.failure is None
    logging.getLogger("harness.parent").info("after the log")


def wedged(path):
    logs.PATIENCE = 0.5
    with logs.open_log(path) as log:
        logging.getLogger("harness.parent").info("before")
        time.sleep(0.2)
        start(die_while_writing, log.queue).join()
        start(write_in_vain, log.queue).join()
        logging.getLogger("harness.parent").info("lost")
    assert "killed" in log.failure


if __name__ == "__main__":
    multiprocessing.set_start_method("forkserver")
    {"many": many, "wedged": wedged}[sys.argv[1]](Path(sys.argv[2]))

"""Random streams: one documented 64-bit generator, and keys that say what a stream is for.

The generator is SplitMix64 (Steele, Lea & Flood 2014): the state advances by the golden gamma, and the number is the
state through `mix`. A stream's first state is a chain of `absorb` over what it is for, so that streams
that differ in any part are unrelated:

=====================  ===================================================
stream                 key
=====================  ===================================================
a shuffle              (seed, deal, side, k), k counting the mulligans
a player in a game     (seed, deal, leg, label)
=====================  ===================================================

No stream of numpy is used in games: those may change between its versions.
"""

from __future__ import annotations

import hashlib
from collections.abc import MutableSequence, Sequence
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from harness.core.compiler import jit

T = TypeVar("T")

_GAMMA = 0x9E3779B97F4A7C15
_M1 = 0xBF58476D1CE4E5B9
_M2 = 0x94D049BB133111EB
_MASK = (1 << 64) - 1

GAMMA = np.uint64(_GAMMA)
_MUL1 = np.uint64(_M1)
_MUL2 = np.uint64(_M2)
_27, _30, _31, _32 = np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(32)
_LOW = np.uint64(0xFFFFFFFF)
_RANGE = np.uint64(1 << 32)
_53, _11 = 2.0**-53, np.uint64(11)

SHUFFLE = np.uint64(0x5348554646)  # "SHUFF"
PLAYER = np.uint64(0x504C41594552)  # "PLAYER"

SEED_LIMIT = 1 << 53
"""Seeds and deals are below this, so that any language's numbers hold them (protocol, section 1)."""


@jit
def mix(word: np.uint64) -> np.uint64:
    """Mix a word: a bijection in which each bit moves all others (SplitMix64's finalizer, variant 13)."""
    word = (word ^ (word >> _30)) * _MUL1
    word = (word ^ (word >> _27)) * _MUL2
    return word ^ (word >> _31)


@jit
def absorb(key: np.uint64, value: np.uint64) -> np.uint64:
    """Give the key of a stream that is told apart by one more value."""
    return mix(key ^ mix(value + GAMMA))


@jit
def deal_key(seed: np.uint64, deal: np.uint64) -> np.uint64:
    """Give the key under which all shuffles of a deal lie."""
    return absorb(absorb(mix(SHUFFLE), seed), deal)


@jit
def shuffle_state(key: np.uint64, side: np.uint64, attempt: np.uint64) -> np.uint64:
    """Give the first state of one shuffle: side 0 is X, 1 is Y; attempts count the mulligans."""
    return absorb(absorb(key, side), attempt)


@jit
def player_state(seed: np.uint64, deal: np.uint64, leg: np.uint64, label: np.uint64) -> np.uint64:
    """Give the first state of a player's stream in one game; `label` is `label_word` of its label."""
    return absorb(absorb(absorb(absorb(mix(PLAYER), seed), deal), leg), label)


@jit
def draw(random: Any) -> np.uint64:
    """Draw 64 random bits.

    Parameters
    ----------
    random : array of uint64, shape (1,)
        The stream; its state moves on.
    """
    random[0] += GAMMA
    return mix(random[0])


@jit
def below(random: Any, limit: np.int64) -> np.int64:
    """Draw a whole number from 0 to limit − 1, each exactly as likely (Lemire 2019; 1 ≤ limit < 2³²)."""
    n = np.uint64(limit)
    product = (draw(random) >> _32) * n
    if (product & _LOW) < n:
        floor = (_RANGE - n) % n
        while (product & _LOW) < floor:
            product = (draw(random) >> _32) * n
    return np.int64(product >> _32)


@jit
def uniform(random: Any) -> float:
    """Draw a number in [0, 1) with 53 random bits."""
    return np.float64(draw(random) >> _11) * _53


def label_word(label: str) -> int:
    """Turn a label into the word that its streams absorb."""
    return int.from_bytes(hashlib.blake2b(label.encode(), digest_size=8).digest(), "little")


class Random:
    """The same stream for plain Python: the numbers that compiled code would draw.

    Parameters
    ----------
    state : mutable sequence of one word
        The stream's state, shared with compiled code.
    """

    __slots__ = ("_state",)

    def __init__(self, state: MutableSequence[Any] | Any) -> None:
        self._state = state

    @classmethod
    def seeded(cls, seed: int) -> Random:
        """Make a stream of its own from a seed (for programs and tests)."""
        return cls([seed & _MASK])

    def bits(self) -> int:
        """Draw 64 random bits as a whole number."""
        state = (int(self._state[0]) + _GAMMA) & _MASK
        self._state[0] = state
        state = ((state ^ (state >> 30)) * _M1) & _MASK
        state = ((state ^ (state >> 27)) * _M2) & _MASK
        return state ^ (state >> 31)

    def random(self) -> float:
        """Draw a number in [0, 1)."""
        return (self.bits() >> 11) * _53

    def below(self, limit: int) -> int:
        """Draw a whole number from 0 to limit − 1.

        Raises
        ------
        ValueError
            If limit is not in 1 … 2³² − 1.
        """
        if not 1 <= limit < 1 << 32:
            raise ValueError(f"below({limit}): the limit must be from 1 to 2^32 - 1")
        product = (self.bits() >> 32) * limit
        if product & 0xFFFFFFFF < limit:
            floor = ((1 << 32) - limit) % limit
            while product & 0xFFFFFFFF < floor:
                product = (self.bits() >> 32) * limit
        return product >> 32

    def choice(self, items: Sequence[T]) -> T:
        """Draw one of some items."""
        return items[self.below(len(items))]

    def shuffle(self, items: MutableSequence[T]) -> None:
        """Shuffle a list in place (Fisher–Yates, from the front)."""
        for i in range(len(items) - 1):
            j = i + self.below(len(items) - i)
            items[i], items[j] = items[j], items[i]


class ManyRandom:
    """The streams of many games at once: each row draws what its game's player would draw alone.

    Parameters
    ----------
    states : uint64 array, shape (n,)
        The streams' states; they move on.
    """

    def __init__(self, states: npt.NDArray[np.uint64]) -> None:
        self._states = states

    def bits(self, rows: Any = ...) -> npt.NDArray[np.uint64]:
        """Draw 64 random bits from each stream, or from some of them (an index of rows)."""
        self._states[rows] += GAMMA
        words = self._states[rows]
        words = (words ^ (words >> _30)) * _MUL1
        words = (words ^ (words >> _27)) * _MUL2
        words ^= words >> _31
        return words

    def random(self) -> npt.NDArray[np.float64]:
        """Draw a number in [0, 1) from each stream."""
        return (self.bits() >> _11).astype(np.float64) * _53

    def below(self, limits: npt.ArrayLike) -> npt.NDArray[np.int64]:
        """Draw a whole number from 0 to limit − 1 from each stream.

        Parameters
        ----------
        limits : int or int array, shape (n,)
            From 1 to 2³² − 1.

        Raises
        ------
        ValueError
            If a limit is out of range.
        """
        given = np.broadcast_to(np.asarray(limits), self._states.shape)
        if given.size and not 1 <= given.min() <= given.max() < 1 << 32:
            raise ValueError("below: the limits must be from 1 to 2^32 - 1")
        n = given.astype(np.uint64)
        product = (self.bits() >> _32) * n
        again = np.flatnonzero((product & _LOW) < (_RANGE - n) % n)
        while again.size:
            few = n[again]
            product[again] = (self.bits(again) >> _32) * few
            again = again[(product[again] & _LOW) < (_RANGE - few) % few]
        return (product >> _32).astype(np.int64)

"""Counts go in, estimates come out: the statistics of matches and tournaments.

Every function here is pure: it reads no file, prints nothing and keeps nothing (`deals.DealCounter` alone
gathers). Randomness is a seed that the caller gives (``numpy.random.Generator(PCG64(seed))``): the same
seed gives the same numbers under one ``requirements.lock``, because numpy may change its distributions
between versions. Input that makes no sense raises `ValueError` with one line that says what is wrong,
where, and how to mend it. Modules are imported by name; this package imports none of them, so that a
command pays only for what it uses, and scipy is imported inside the functions that need it.

==================  ========================================================================================
counts              `Tally`: block counts with their checks and identities; the table of raw pairs
estimate            score, Elo, normalized Elo, LOS, pair and draw ratio of one match
luck                what share of a game's variance is the seat and what share is the deal
llr, sprt           the generalized sequential test: likelihood ratios; its configuration and decisions
plan, brownian      how long a sequential test will take; the two-barrier passage times behind it
stopping            the estimate that is adjusted for having stopped when it looked good (or bad)
tables, deals       results of many entrants: in all; split by bags of deals
models, newton      Davidson, Rao–Kupper, Bradley–Terry: derivatives; the batched maximiser
graph               which entrants the games connect, and whose rating is infinite
ratings             the fit with Fisher errors
resample, bootstrap resampling by deal; ratings of resampled deals
rates, analysis     rates per entrant; `rate`: all that a rating table shows
fit, hodge, cycles  does one number per entrant fit; the cyclic part of the log-odds; its 3-cycles
nash, alpharank     Nash averaging; α-rank
multiple            Holm and Benjamini–Hochberg
==================  ========================================================================================
"""

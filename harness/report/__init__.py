"""Results for people: tables and charts from estimates; nothing here plays or prints.

Functions take plain data and estimates (`harness.stats`), and return text, tables or figures; only
`style.save` writes files, at the path that it is given. Labels come from players and are never trusted: what
a terminal, a spreadsheet, Markdown or a typesetter could obey is taken out or made literal. Nothing imports
matplotlib before the first chart is drawn, and nothing ever imports pyplot.

===============  ===========================================================================================
tables           `Table` and `render`: aligned text, CSV, JSON, Markdown
ratings          the rating table
matrices         crosstable, differences in Elo, likelihoods of superiority
meta             cycles; Nash averaging and α-rank
matches          the block of a match, and the short one for commits
scores           scores of all pairings as a matrix
text, formats    labels made safe; numbers written
charts           the charts, one module each
finish, audit    all results of a run, with its `drawings`; whether its folder holds them
style, page      their look and their files; headings, axes in inches, text that fits
fonts            which signs can be drawn
===============  ===========================================================================================
"""

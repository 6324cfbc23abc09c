"""The tables of a report, as pandas DataFrames."""

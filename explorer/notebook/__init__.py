"""What the magics need of IPython: running a cell, knowing what becomes of a result, progress, trimmed tracebacks."""

"""The pictures of a report, as plotly figures."""

"""Views of a comparison: text, HTML, JSON and a data frame, all from the same rows."""

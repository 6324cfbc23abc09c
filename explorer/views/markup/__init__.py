"""The pieces of the HTML view: escaping, two looks (inline styles, or classes with a sheet) and the sections."""

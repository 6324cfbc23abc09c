"""Every private torch name that we touch, one file a mechanism.

Each name is declared once as a :class:`~explorer.compat.private.Private` with the torch versions it was checked on and
what the report loses when it is gone. Nothing else in the package may use a private torch name.
"""

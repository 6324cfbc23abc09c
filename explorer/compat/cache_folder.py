"""Where Inductor keeps what it compiled."""

from __future__ import annotations

import os
from typing import Any

from explorer.compat.private import Private

DEFAULT = Private(
    "torch._inductor.runtime.cache_dir_utils:default_cache_dir",
    "Inductor's cache folder",
    "the folder of Inductor's cache is not known",
)


def cache_folder() -> str | None:
    """The folder, whether or not it is there yet: the environment's, or torch's default. None when torch hides it."""
    given = os.environ.get("TORCHINDUCTOR_CACHE_DIR")
    default: Any = None if given else DEFAULT.get()
    return given or (str(default()) if default is not None else None)

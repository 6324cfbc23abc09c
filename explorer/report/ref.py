"""The address of an entity: ``[rank/][epoch.]FRAME/COMPILE[_ATTEMPT]/{dynamo|joint|fwd|bwd}[@target]/STAGE/KIND.NAME``.

Examples::

    0/0/dynamo/dynamo/node.h_1           a node of the graph that Dynamo captured
    1.0/0_1/fwd/post_grad/node.relu      after a reset (epoch 1), second attempt, forward
    0/0/bwd/codegen/kernel.cpp_fused_0:2 a kernel call of the backward

Forward and backward share a compile id, and ids restart after ``torch._dynamo.reset()``: neither alone is unique,
so the direction and the epoch are part of the address.
"""

from __future__ import annotations

import re
from typing import Literal

Direction = Literal["dynamo", "joint", "fwd", "bwd"]

DIRECTIONS: tuple[Direction, ...] = ("dynamo", "joint", "fwd", "bwd")

_REF = re.compile(
    r"^(?:rank(?P<rank>\d+)/)?(?:(?P<epoch>\d+)\.)?(?P<id>(?:![^/]+/)?[^/]+/[^/_]+)(?:_(?P<attempt>\d+))?"
    r"/(?P<direction>dynamo|joint|fwd|bwd)(?:@(?P<target>[^/]+))?/(?P<stage>[^/]+)/(?P<kind>[a-z_]+)\.(?P<name>.+)$",
    re.DOTALL,
)


def compile_key(compile_id: str, *, epoch: int = 0, rank: int | None = None) -> str:
    """The part of a ref that names one compilation, for example ``"0/1"`` or ``"rank1/2.0/1"``."""
    prefix = f"rank{rank}/" if rank is not None else ""
    return f"{prefix}{f'{epoch}.' if epoch else ''}{compile_id}"


def make_ref(
    key: str,
    direction: Direction,
    stage: str,
    kind: str,
    name: str,
    *,
    attempt: int = 0,
    target: str | None = None,
) -> str:
    """Build a ref. ``key`` comes from :func:`compile_key`; ``attempt`` 0 is left out."""
    tried = f"_{attempt}" if attempt else ""
    at = f"@{target}" if target else ""
    return f"{key}{tried}/{direction}{at}/{stage}/{kind}.{name}"


def parse_ref(ref: str) -> dict[str, str | None]:
    """Split a ref into its parts (``rank, epoch, id, attempt, direction, target, stage, kind, name``).

    Raises ``ValueError`` when the text is not a ref.
    """
    match = _REF.match(ref)
    if match is None:
        raise ValueError(f"not a ref: {ref!r}")
    return match.groupdict()

"""The ledger of an encoder on a GPU, and our figures beside ``triton.testing.do_bench``. Not run on hardware yet.

    python -m tests.bench.gpu [--seconds 20] [--dtype float16]

Explores an ``nn.TransformerEncoder`` for inference on CUDA (or ROCm), prints its ledger, and times with ``do_bench``,
which flushes the L2 cache before each run as our marks do: the call as a whole on both sides, and a matrix product of
the size of the feed-forward layer beside the row that holds it. Differences above 10 % are marked. Exits 1 when there
is no GPU.
"""

from __future__ import annotations

import argparse
import contextlib
from collections.abc import Callable, Iterator

import torch
from torch import nn

import explorer
from explorer.exploration import Exploration

WIDTH, TOKENS, BATCH, LAYERS = 1024, 512, 16, 4
FAR = 0.10


@contextlib.contextmanager
def plain_layers() -> Iterator[None]:
    """Without gradients, and without the fast path, which the compiler cannot look into."""
    before = torch.backends.mha.get_fastpath_enabled()
    torch.backends.mha.set_fastpath_enabled(False)
    try:
        with torch.no_grad():
            yield
    finally:
        torch.backends.mha.set_fastpath_enabled(before)


def beside(name: str, ours: float | None, work: Callable[[], object]) -> None:
    """Print our seconds beside those of ``do_bench``."""
    from triton.testing import do_bench

    theirs = do_bench(work, return_mode="median") / 1e3
    if ours is None:
        print(f"{name:40}{'not measured':>14}{theirs * 1e6:12.1f} µs")
        return
    far = abs(ours - theirs) / theirs
    print(f"{name:40}{ours * 1e6:11.1f} µs{theirs * 1e6:12.1f} µs{far:8.1%}{'  differs' if far > FAR else ''}")


def total(x: Exploration, side: str) -> float | None:
    """The median seconds of one call, from the ledger."""
    row = next((row for row in x.report.ledger if row.kind == "total"), None)
    interval = getattr(row, side, None)
    return interval.median if interval is not None else None


def product_row(x: Exploration) -> float | None:
    """The eager seconds of the first row that is one ``linear`` and a library call on both sides."""
    rows = (row for row in x.report.ledger if row.control and row.ops == ("linear",) and row.eager)
    return next((row.eager.median for row in rows if row.eager), None)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=20, help="time limit of the measurement")
    parser.add_argument("--dtype", default="float16", choices=("float16", "bfloat16", "float32"))
    arguments = parser.parse_args()
    if not torch.cuda.is_available():
        raise SystemExit("no GPU: torch.cuda.is_available() is False")
    kind = getattr(torch, arguments.dtype)
    torch.manual_seed(0)
    layer = nn.TransformerEncoderLayer(WIDTH, 16, 4 * WIDTH, batch_first=True)
    model = nn.TransformerEncoder(layer, LAYERS, enable_nested_tensor=False).eval().to("cuda", kind)
    tokens = torch.randn(BATCH, TOKENS, WIDTH, device="cuda", dtype=kind)
    x = explorer.explain(model, measure=True, time_limit=arguments.seconds, contexts=[plain_layers])(tokens)
    if x.exception is not None:
        raise x.exception
    print(x.text(width=120, sections=("ledger",)))
    print(f"{torch.cuda.get_device_name()}, torch {torch.__version__}\n{'':40}{'ours':>14}{'do_bench':>15}{'apart':>8}")
    compiled = torch.compile(model)
    weight = torch.randn(4 * WIDTH, WIDTH, device="cuda", dtype=kind)
    bias = torch.randn(4 * WIDTH, device="cuda", dtype=kind)
    with plain_layers():
        compiled(tokens)
        beside("one eager call", total(x, "eager"), lambda: model(tokens))
        beside("one compiled call", total(x, "compiled"), lambda: compiled(tokens))
        beside("linear, eager", product_row(x), lambda: nn.functional.linear(tokens, weight, bias))


if __name__ == "__main__":
    main()

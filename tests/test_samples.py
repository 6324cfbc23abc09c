"""The samples are found in a checkout and in a wheel, and a wrong name is answered with the near ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from explorer import samples
from explorer.errors import UsageError


def test_the_checkout_has_them() -> None:
    assert {"mlp", "print_in_forward", "item", "breaks/if_on_norm"} <= set(samples.names())
    assert samples.path("mlp").read_text().startswith('"""')


def test_every_sample_says_in_one_line_what_it_shows() -> None:
    for name in samples.names():
        assert samples.summary(name).endswith(".") or ":" in samples.summary(name), name


def test_a_wheel_brings_its_own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    package = tmp_path / "explorer"
    (package / "_samples").mkdir(parents=True)
    (package / "_samples" / "only.py").write_text('"""Only this."""\n')
    (package / "_samples" / "breaks").mkdir()
    (package / "_samples" / "breaks" / "one.py").write_text('"""This too."""\n')
    (tmp_path / "sample_models").mkdir()
    monkeypatch.setattr(samples, "_PACKAGE", package)
    assert samples.names() == ("only", "breaks/one")
    assert samples.path("breaks/one").name == "one.py" and samples.near("breaks/on") == "breaks/one"
    assert samples.folder() == package / "_samples"


def test_no_samples_at_all(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(samples, "_PACKAGE", tmp_path / "explorer")
    with pytest.raises(UsageError, match="no sample models"):
        samples.names()


@pytest.mark.parametrize(
    ("wrong", "near"), [("itm", "item"), ("print_in_froward", "print_in_forward"), ("../x", "mlp")]
)
def test_a_wrong_name(wrong: str, near: str) -> None:
    with pytest.raises(UsageError, match=near):
        samples.path(wrong)

"""Places: whose code it is, and how people read it."""

from __future__ import annotations

import os
import sysconfig

import pytest
import torch

import explorer
from explorer.report import Place, is_library, show_place


@pytest.mark.parametrize(
    ("file", "library"),
    [
        ("/home/me/model.py", False),
        ("<ipython-input-3-abc>", False),
        ("/tmp/ipykernel_1/2.py", False),
        (torch.__file__, True),
        (os.path.join(sysconfig.get_path("stdlib"), "copy.py"), True),
        ("C:\\\\py\\\\Lib\\\\site-packages\\\\x.py", True),
        ("/src/pytorch/torch/nn/modules/linear.py", True),
        ("/env/bin/torchrun", True),
        ("/home/me/bin/train.py", False),
        (os.path.join(os.path.dirname(explorer.__file__), "session.py"), True),
        ("/env/lib/python3.11/site-packages/explorer/_samples/mlp.py", False),
    ],
)
def test_whose_code(file: str, library: bool) -> None:
    assert is_library(file.replace("\\\\", "\\")) == library


def test_how_people_read_it() -> None:
    assert show_place(Place(file="/me/a/m.py", line=3), "/me/a") == "m.py:3"
    assert show_place(Place(file="/me/m.py", line=3), "/me/a") == "/me/m.py:3"
    assert show_place(Place(file="/tmp/x.py", line=3, execution_count=5, cell_id="c")) == "In[5], line 3"
    assert show_place(None) == "unknown place"

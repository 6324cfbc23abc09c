"""The ids of torch's registry that code of users does not reach, with the reason."""

from __future__ import annotations

OLD = "torch 2.13 gives this id nowhere; it stands in the registry for releases that did."
EXPORT = "Only `torch.export` and its strict mode ask for this; `torch.compile` does not."
INNER = "Only operators that torch itself puts into graphs take these arguments; no program writes them."
PRIVATE = "Only torch's own code calls the private function that this is about."
GUARD = "It guards Dynamo against a mistake of its own, for states that its code cannot be in."
TESTS = "Only torch's own tests, or its private switches for them, lead here."

UNREACHABLE: dict[str, str] = {
    **dict.fromkeys(
        (
            *("GB0009", "GB0023", "GB0032", "GB5696", "GB0048", "GB0054", "GB0057", "GB0063", "GB7230", "GB0077"),
            *("GB0095", "GB0096", "GB0114", "GB9528", "GB0132", "GB4026", "GB0133", "GB0136", "GB4240", "GB0141"),
            *("GB0143", "GB9672", "GB0151", "GB0154", "GB0160", "GB0176", "GB3840", "GB0191", "GB0192", "GB0195"),
            *("GB1739", "GB0197", "GB9198", "GB0218", "GB2669", "GB0230", "GB6025", "GB0259", "GB0261", "GB0270"),
            *("GB0272", "GB5565", "GB0282", "GB0287", "GB0288", "GB7906", "GB3343", "GB1501", "GB8435", "GB0328"),
            *("GB0348", "GB8887", "GB0355", "GB7968", "GB5380", "GB8315", "GB1275", "GB0459", "GB7425", "GB0357"),
            *("GB0362", "GB0364", "GB0365", "GB0366", "GB0368", "GB0369", "GB0371"),
        ),
        OLD,
    ),
    **dict.fromkeys(("GB0173", "GB0244", "GB0353", "GB0068", "GB0102", "GB1380"), EXPORT),
    **dict.fromkeys(
        (
            *("GB0017", "GB0327", "GB6017", "GB0329", "GB0330", "GB0331", "GB0332", "GB0333", "GB0334", "GB0335"),
            *("GB0336", "GB0337", "GB0338", "GB0344", "GB0345", "GB0349", "GB0356"),
        ),
        INNER,
    ),
    **dict.fromkeys(("GB0359", "GB0165", "GB0166", "GB0243", "GB0234", "GB5195", "GB2977"), PRIVATE),
    **dict.fromkeys(
        (
            *("GB0018", "GB0020", "GB0021", "GB0022", "GB0027", "GB0028", "GB0047", "GB0071", "GB0080", "GB0118"),
            *("GB0120", "GB0122", "GB0167", "GB0168", "GB0205", "GB0228", "GB0229", "GB0295", "GB0305", "GB2922"),
        ),
        GUARD,
    ),
    **dict.fromkeys(("GB0200", "GB0269", "GB4636", "GB0275", "GB0284"), TESTS),
}
"""By id: why no advice is needed."""

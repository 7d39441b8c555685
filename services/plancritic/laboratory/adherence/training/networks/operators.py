"""The operators of PDDL3 on traces: what a request asks of its conditions, exactly, many at once.

Source: Gerevini and Long 2006, Preferences and Soft Constraints in PDDL3, section 3; the states of a plan are those of
`plancritic.pddl.execution.trajectory`, and a time window holds the state in force when it opens.
"""

from __future__ import annotations

import torch
from torch.nn import functional

from plancritic.adherence.mentions import TIMES

#: Times closer than this are equal: plans have three decimals.
_TOLERANCE = 1e-4


def satisfied(
    first: torch.Tensor, second: torch.Tensor, times: torch.Tensor, passed: torch.Tensor, bounds: torch.Tensor
) -> torch.Tensor:
    """Whether each operator is met (pairs, facts, OPERATORS): 1, 0, or one half where the text names no such time.

    `first` and `second` (pairs, facts, states) are the traces of an operator's conditions, `times` and `passed`
    (pairs, states), `bounds` (pairs, TIMES).
    """
    kind = first.dtype
    last = passed - functional.pad(passed[:, 1:], (0, 1))
    end_of = functional.pad(times[:, 1:], (0, 1)) * (1.0 - last) * passed + last * 1e6
    at = [bounds[:, i : i + 1] for i in range(TIMES)]
    known = [(bound >= 0).to(kind) for bound in at]
    by = [(times <= bound + _TOLERANCE).to(kind) * passed for bound in at]
    # Of several states at one time (what happens at 0 leaves a second one) all are looked at.
    since = [((end_of > bound + _TOLERANCE) | (times >= bound - _TOLERANCE)).to(kind) * passed for bound in at]
    under = [(times < bound - _TOLERANCE).to(kind) * passed for bound in at]
    both = (times < at[0] + at[1] - _TOLERANCE).to(kind)

    holds, fails = first * passed[:, None, :], (1.0 - first) * passed[:, None, :]
    windows = torch.stack(
        [
            passed,
            *since,
            *[since[i] * under[i + 1] for i in range(TIMES - 1)],
            *under,
            *[since[i] * both for i in range(2)],
        ],
        dim=2,
    )
    certain = torch.cat(
        [torch.ones_like(known[0]), *known, *[known[i] * known[i + 1] for i in range(TIMES - 1)], *known]
        + [known[0] * known[1]] * 2,
        dim=1,
    )
    every = _decided((fails @ windows) < 0.5, certain)
    some = _decided(
        (holds @ torch.stack([passed, *by], dim=2)) > 0.5, torch.cat([torch.ones_like(known[0]), *known], 1)
    )

    finish = (holds * last[:, None, :]).sum(dim=2, keepdim=True)
    was = functional.pad(holds[:, :, :-1], (1, 0))
    once = ((holds * (1.0 - was)).sum(dim=2, keepdim=True) < 1.5).to(kind)
    place = torch.arange(times.shape[1], dtype=kind, device=times.device)
    never = (holds.amax(dim=2) < 0.5).to(kind)
    begins = [torch.where(each * passed[:, None, :] > 0.5, place, 1e4).amin(dim=2) for each in (first, second)]
    ends = [torch.where(each * passed[:, None, :] > 0.5, place, -1.0).amax(dim=2) for each in (first, second)]
    before = torch.maximum(never, (begins[1] < begins[0]).to(kind))[..., None]
    after = torch.maximum(never, (ends[1] >= ends[0]).to(kind))[..., None]
    later = times[:, None, :] >= times[:, :, None]
    within = []
    for i in range(TIMES):
        soon = ((times[:, None, :] - times[:, :, None] <= at[i][:, :, None] + _TOLERANCE) & later).to(kind)
        follows = ((second * passed[:, None, :]) @ soon.transpose(1, 2) > 0.5).to(kind)
        missed = (holds * (1.0 - follows)).sum(dim=2, keepdim=True)
        within.append(_decided(missed < 0.5, known[i]))
    from_on, during = every[..., 1 : 1 + TIMES], every[..., 1 + TIMES :]
    return torch.cat(
        [every[..., :1], some[..., :1], finish, once, before, after, *within, some[..., 1:], from_on, during], dim=2
    )


def _decided(met: torch.Tensor, certain: torch.Tensor) -> torch.Tensor:
    """1 or 0 where `certain` (pairs, columns) is 1, one half elsewhere."""
    weight = certain[:, None, :]
    return met.to(certain.dtype) * weight + 0.5 * (1.0 - weight)

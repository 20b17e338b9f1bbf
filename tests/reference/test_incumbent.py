"""Every subject through ckptopt and through Enzyme: ours must be right, whatever Enzyme says."""

from __future__ import annotations

import pytest

from reference import incumbent
from reference.comparison import Row, compare
from reference.subjects import Subject, subjects

if missing := incumbent.missing_packages():
    pytest.skip(
        f"not run: {', '.join(missing)} not installed; pip install -e '.[reference,test]'",
        allow_module_level=True,
    )

SUBJECTS = {subject.name: subject for subject in subjects()}


@pytest.fixture(scope="module")
def rows() -> dict[str, Row]:
    """The comparison, by name of the subject."""
    return {row.name: row for row in compare(list(SUBJECTS.values()))}


@pytest.mark.parametrize("subject", SUBJECTS.values(), ids=SUBJECTS)
def test_ours_is_right(rows: dict[str, Row], subject: Subject) -> None:
    row = rows[subject.name]
    if row.complaint:
        pytest.fail(
            f"{row.complaint}\nEnzyme {row.verdict}: {row.detail}\n{subject.text}", pytrace=False
        )

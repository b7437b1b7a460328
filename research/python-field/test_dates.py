"""croniter: the days of an expression, against all days of two years; pendulum: durations with decimals, against fractions."""

from calendar import monthrange
from dataclasses import dataclass
from datetime import datetime, timedelta
from fractions import Fraction
from itertools import islice
from typing import Annotated

import pytest
from faults import fault

import pydpgen
from pydpgen import Range, Values

croniter = pytest.importorskip("croniter").croniter
pendulum = pytest.importorskip("pendulum")

BEGIN = datetime(2024, 1, 30)
DAYS = [BEGIN + timedelta(days=number) for number in range(1, 731)]


@dataclass(frozen=True)
class Days:
    day: Annotated[str, Values("*", "1", "31", "15-17", "L")]
    month: Annotated[str, Values("*", "2", "4,6", "11-12")]
    weekday: Annotated[str, Values("*", "0", "7", "1-5", "6,7", "5#1", "L5")]

    def has(self, date: datetime) -> bool:
        """Whether a day is one: by day of the month or day of the week, if both are given."""
        if self.month != "*" and date.month not in numbers(self.month):
            return False
        last = monthrange(date.year, date.month)[1]
        by_day = date.day == last if self.day == "L" else self.day == "*" or date.day in numbers(self.day)
        if self.weekday == "*" or self.day == "*":
            return by_day and self.has_weekday(date, last)
        return by_day or self.has_weekday(date, last)

    def has_weekday(self, date: datetime, last: int) -> bool:
        if self.weekday == "5#1":
            return date.isoweekday() == 5 and date.day <= 7
        if self.weekday == "L5":
            return date.isoweekday() == 5 and date.day > last - 7
        return self.weekday == "*" or date.isoweekday() % 7 in {number % 7 for number in numbers(self.weekday)}


def numbers(field: str) -> set[int]:
    """The numbers of a field that is a list of numbers, or a range."""
    first, _, last = field.partition("-")
    return set(range(int(first), int(last) + 1)) if last else {int(one) for one in field.split(",")}


def agree(days: Days) -> None:
    expected = list(islice(filter(days.has, DAYS), 9))
    dates = croniter(f"0 0 {days.day} {days.month} {days.weekday}", BEGIN)
    assert [dates.get_next(datetime) for _ in expected] == expected


EXPRESSIONS = pydpgen.build(Days, max_size=1)


@pydpgen.exhaustive(EXPRESSIONS, expect=140)
def test_days(days: Days) -> None:
    if days.day == "*" or days.weekday not in ("5#1", "L5"):
        agree(days)


@fault("croniter", EXPRESSIONS, smallest="Days(day='1', month='*', weekday='5#1')", failed=32)
def test_days_or_weekdays_of_months(days: Days) -> None:
    """`day_or`: "Default option is the cron behaviour, which connects those values using OR"."""
    agree(days)


@dataclass(frozen=True)
class Amount:
    __dpgen_weight__ = 0
    whole: Annotated[int, Range(0, 1)]
    decimals: list[Annotated[int, Range(0, 9)]]
    unit: Annotated[str, Values("W", "D", "H", "M", "S")]

    @property
    def number(self) -> str:
        return str(self.whole) + "." * bool(self.decimals) + "".join(map(str, self.decimals))

    @property
    def seconds(self) -> Fraction:
        return Fraction(self.number) * {"W": 604800, "D": 86400, "H": 3600, "M": 60, "S": 1}[self.unit]


@fault("pendulum", pydpgen.build(Amount, max_size=2), smallest="Amount(whole=0, decimals=[0, 1], unit='W')", failed=320)
def test_durations(amount: Amount) -> None:
    """The smallest unit of a duration of ISO 8601 may have decimals."""
    text = f"P{amount.number}{amount.unit}" if amount.unit in "WD" else f"PT{amount.number}{amount.unit}"
    assert abs(Fraction(pendulum.parse(text).total_seconds()) - amount.seconds) < Fraction(1, 10**6)

"""The provider's colour: text in it and on it is readable for every colour that an admin can choose."""

import re

import pytest

from website.theme import DARK, DEFAULT, LIGHT, READABLE, Scheme, contrast, legible, logo, theme

COLORS = ("#2563EB", "#FACC15", "#000000", "#FFFFFF", "#DC2626", "#16A34A", "#7F7F7F", "#00FFFF", "#0F766E", "#F472B6")


def parts(css: str) -> dict[str, str]:
    return dict(re.findall(r"--([\w-]+):([^;}]+)", css))


@pytest.mark.parametrize(("one", "other", "ratio"), [("#000000", "#ffffff", 21), ("#777777", "#ffffff", 4.48)])
def test_contrast_is_calculated_by_wcag(one: str, other: str, ratio: float) -> None:
    assert contrast(one, other) == contrast(other, one) == pytest.approx(ratio, abs=0.01)


@pytest.mark.parametrize("color", COLORS)
def test_text_is_legible_in_every_colour(color: str) -> None:
    variables = parts(theme(color))
    assert variables["primary"] == color
    assert contrast(variables["on-primary"], color) >= READABLE
    light, dark = variables["primary-ink"].removeprefix("light-dark(").removesuffix(")").split(",")
    assert contrast(light, LIGHT.ground) >= READABLE
    assert contrast(dark, DARK.ground) >= READABLE


@pytest.mark.parametrize("scheme", [LIGHT, DARK])
def test_a_legible_colour_is_not_changed(scheme: Scheme) -> None:
    readable = legible("#7f7f7f", scheme.ground)
    assert readable != "#7f7f7f"
    assert legible(readable, scheme.ground) == readable


@pytest.mark.parametrize("text", ["", "red", "#12345", "#1234567", "#12345g", "#2563EB;}", "#2563EB\n"])
def test_a_text_that_is_no_colour_counts_as_the_default(text: str) -> None:
    assert theme(text) == theme(DEFAULT)


def test_a_logo_url_is_escaped() -> None:
    rule = logo('/a");}body{display:none}/*\n\\x.png')
    assert rule.startswith('html:root{--site-logo:url("/a%22%29%3B%7Dbody%7Bdisplay:none%7D/%2A%0A%5Cx.png");')
    assert (rule.count("{"), rule.count("}"), logo("")) == (1, 1, "")

import pytest

from harness.core.errors import Malformed
from harness.players.api import Description, Parameter, Parameters


@pytest.mark.parametrize(
    ("default", "given", "value"),
    [(1.0, "2.5", 2.5), (1, "3", 3), (1, 2.0, 2), (True, "false", False), (False, "1", True), (1.5, 2, 2.0)],
)
def test_values_are_read_as_their_parameter_s_type(default, given, value):
    read = Parameter("x", default, 0, 5).read(given)
    assert read == value
    assert type(read) is type(value)


@pytest.mark.parametrize(
    ("default", "given", "reason"),
    [
        (1.0, "much", "is not a float"),
        (1, "1.5", "is not an int"),
        (True, "maybe", "is not a bool"),
        (1.0, "5.1", "outside 0 to 5"),
        (1.0, "nan", "is not a float"),
        (1.0, "inf", "outside"),
        (1.0, "٣", "not a float"),
        (1, "٣", "not an int"),
        (1, "inf", "is not an int"),
    ],
)
def test_other_values_are_refused(default, given, reason):
    with pytest.raises(ValueError, match=reason):
        Parameter("x", default, 0, 5).read(given)


def test_a_default_outside_its_range_is_the_author_s_error():
    with pytest.raises(ValueError, match="default 9"):
        Parameter("x", 9, 0, 5)
    with pytest.raises(ValueError, match="letters"):
        Parameter("not a name", 1, 0, 5)


def test_all_that_is_wrong_is_named_at_once():
    description = Description(
        "otter", "plain", ("forecast",), (Parameter("boldness", 1.0), Parameter("calm", 2, 0, 3))
    )
    assert description.read_parameters({"calm": "3"}) == {"boldness": 1.0, "calm": 3}
    assert list(description.read_parameters({"calm": 1})) == ["boldness", "calm"]
    with pytest.raises(Malformed) as caught:
        description.read_parameters({"bolddness": 1, "calm": 9})
    assert len(caught.value.reasons) == 2
    assert 'did you mean "boldness"?' in caught.value.reasons[0]


def test_parameters_are_attributes():
    parameters = Parameters(boldness=2.0)
    assert parameters.boldness == 2.0
    with pytest.raises(AttributeError, match='did you mean "boldness"'):
        _ = parameters.bodlness

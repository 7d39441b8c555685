import pytest

from plancritic.local import only_one


def test_a_folder_has_one_stack_at_a_time(tmp_path):
    lock = tmp_path / "here" / "up.lock"
    with only_one(lock), pytest.raises(BlockingIOError), only_one(lock):
        raise AssertionError("a second stack was let in")
    with only_one(lock):
        pass

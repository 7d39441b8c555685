from plancritic.laboratory.refinement.benchmark import benchmark_domains
from plancritic.refiner.pipelines.changes import changes

BLOCKS = benchmark_domains()["blocks"].text


def test_nothing_differs_where_only_the_order_does() -> None:
    assert changes(BLOCKS, BLOCKS.replace("(and (held ?x) (clear ?below))", "(and (clear ?below) (held ?x))")) == ()


def test_every_difference_is_a_sentence() -> None:
    changed = (
        BLOCKS.replace("(and (held ?x) (clear ?below))", "(and (held ?x) (on-table ?below))")
        .replace("(on-table ?x) (clear ?x) (hand-empty) (not (held ?x))", "(on-table ?x) (hand-empty) (not (held ?x))")
        .replace("stack\n    :parameters (?x ?below - block)\n    :precondition (and (on", "stack\n"
                 "    :parameters (?x - object ?below - block)\n    :precondition (and (on")
    )  # fmt: skip
    assert changes(BLOCKS, changed) == (
        "put-down no longer has the effect (clear ?x)",
        "stack also needs (on-table ?below)",
        "stack no longer needs (clear ?below)",
        "unstack has the parameters (?x - object ?below - block)",
    )

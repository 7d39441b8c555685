"""Mutation that prefers what is near: as well-formed and as reproducible as the published one, and nearer."""

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from plancritic.contracts.specification import TracedConstraint
from plancritic.coordinator.presets import PRESETS
from plancritic.coordinator.problem.specification import Individual
from plancritic.coordinator.search.confusions import MODIFICATIONS, shipped_confusions
from plancritic.coordinator.search.mutation_bias import Semantic, Uniform, drawn
from plancritic.coordinator.search.nearness import Nearness
from plancritic.coordinator.search.operator_selection import rates_for
from plancritic.coordinator.search.operators import Mutation
from plancritic.domains import load_domain
from plancritic.pddl.language import ConstraintType, parse_constraint
from plancritic.pddl.specification import check_constraint
from plancritic.wording import Lexicon

LEXICONS = {name: Lexicon(load_domain(name), "1") for name in ("waterway", "satellite")}
NEARNESS = {name: Nearness(lexicon.problem, lexicon) for name, lexicon in LEXICONS.items()}
SEMANTIC = {name: Semantic(nearness, shipped_confusions()) for name, nearness in NEARNESS.items()}
MUTATIONS = {name: Mutation(LEXICONS[name].problem, 20.0, SEMANTIC[name]) for name in LEXICONS}

domains = st.sampled_from(sorted(LEXICONS))
seeds = st.integers(min_value=0, max_value=2**32)
presets = st.sampled_from(sorted(PRESETS)).map(PRESETS.get)


def random_individual(name: str, seed: int, size: int) -> Individual:
    random = Random(seed)
    constraints = (MUTATIONS[name].random_constraint(random) for _ in range(size))
    return Individual(
        tuple(TracedConstraint(constraint=str(c), statements=(f"s{i}",)) for i, c in enumerate(constraints)),
        ("random",),
    )


# The first examples fill the caches of nearness.
@settings(deadline=None)
@given(domains, seeds, st.integers(0, 5), presets)
def test_whatever_is_mutated_stays_well_formed_and_tells_what_made_it(name, seed, size, preset):
    mutated = MUTATIONS[name].mutate(random_individual(name, seed, size), preset, Random(seed + 1))
    for traced in mutated.specification:
        assert check_constraint(parse_constraint(traced.constraint), LEXICONS[name].problem) == ()
    operators = {kind for kind, _ in preset.operators}
    assert mutated.made_by
    assert set(mutated.made_by) <= operators | set(MODIFICATIONS)
    assert preset.mutations[0] <= sum(each in operators for each in mutated.made_by) <= preset.mutations[1]


@settings(deadline=None)
@given(domains, seeds, presets)
def test_mutation_depends_on_the_random_source_and_the_rates_alone(name, seed, preset):
    individual = random_individual(name, seed, 3)
    first, again = (MUTATIONS[name].mutate(individual, preset, Random(seed), rates_for(preset, None)) for _ in range(2))
    assert first == again


def test_an_object_gives_way_to_a_near_one_more_often_than_to_a_far_one():
    others = [each for each in LEXICONS["waterway"].problem.objects_of("location") if each != "wpt_a_0"]
    near = max(others, key=lambda each: NEARNESS["waterway"].objects("wpt_a_0", each))
    far = min(others, key=lambda each: NEARNESS["waterway"].objects("wpt_a_0", each))
    weights = SEMANTIC["waterway"].objects("wpt_a_0", others)
    drawn_ones = [drawn(Random(seed), others, weights) for seed in range(2000)]
    assert near == "wpt_b_0"
    assert drawn_ones.count(near) > 1.5 * drawn_ones.count(far) > 0


def test_a_type_gives_way_to_the_one_that_is_most_often_meant_where_it_is_read():
    read = max(shipped_confusions().types, key=lambda each: sum(shipped_confusions().types[each].values()))
    meant = max(shipped_confusions().types[read], key=lambda each: shipped_confusions().types[read][each])
    others = [each for each in ConstraintType if each is not read]
    weights = SEMANTIC["waterway"].types(read, others)
    assert others[weights.index(max(weights))] == meant
    assert min(weights) > 0


def test_a_new_constraint_is_about_what_is_said_more_often_than_with_the_published_operators():
    individual = Individual((TracedConstraint(constraint="(sometime (at sct_ast_0 wpt_a_0))", statements=("s1",)),), ())
    uniform = Mutation(LEXICONS["waterway"].problem, 20.0, Uniform())
    said = parse_constraint(individual.specification[0].constraint).atoms()
    spoken = []
    for mutation in (MUTATIONS["waterway"], uniform):
        added = [mutation.random_constraint(Random(seed), said) for seed in range(300)]
        spoken.append(sum("sct_ast_0" in str(each) for each in added))
    assert spoken[0] > 1.2 * spoken[1]

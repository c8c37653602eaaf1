"""Statistics for computer-use benchmarks: pure functions over arrays, with the random generator as an argument.

Success is given as outcomes[app, task, axes.., rollout] of 0, 1 and NaN (missing), or as a `Tally`. Apps are fixed
and count alike, tasks are a sample. `suite_interval` and `paired_cluster_t` are what to report.
"""

from lifeworld.stats.agreement import BinaryAgreement, binary_agreement, cohen_kappa, f1, krippendorff_alpha
from lifeworld.stats.agreement_intervals import (
    cohen_kappa_interval,
    fleiss_kappa,
    fleiss_kappa_interval,
    krippendorff_alpha_interval,
)
from lifeworld.stats.bootstrap import crossed_bootstrap, hierarchical_bootstrap
from lifeworld.stats.bradley_terry import Ratings, bradley_terry
from lifeworld.stats.choices import ChoiceRatings, TieRatings, choice_ratings, davidson
from lifeworld.stats.cluster import cluster_t, crossed_t, suite_interval
from lifeworld.stats.deviation import Deviation, average_deviation, deviation_ratios, variation_deviation
from lifeworld.stats.exact import bootstrap_variance, exact_bootstrap, exact_distribution
from lifeworld.stats.horizon import HorizonLoss, horizon_loss
from lifeworld.stats.intervals import (
    Comparison,
    Estimate,
    clopper_pearson,
    pass_at_k,
    pass_hat_k,
    replay_success,
    wald,
    wilson,
)
from lifeworld.stats.paired import Regret, expected_regret, paired_cluster_t, unpaired_t
from lifeworld.stats.permutation import McNemar, adjust_p_values, cohens_d, mcnemar, permutation_test, rank_correlation
from lifeworld.stats.planning import (
    Components,
    Design,
    Limits,
    difference_components,
    plan_power,
    plan_width,
    variance_components,
    variance_limit,
)
from lifeworld.stats.profiles import Band, Bounds, budget_curve, performance_profile, profile_band, unscored_bounds
from lifeworld.stats.rating_intervals import RatingIntervals, bradley_terry_bootstrap, bradley_terry_sandwich
from lifeworld.stats.scores import optimality_gap, probability_of_improvement, score_interval
from lifeworld.stats.sensitivity import (
    Null,
    Sensitivity,
    deviation_null,
    exceedance,
    exceedance_null,
    mad,
    mad_noise_floor,
    mad_null,
)
from lifeworld.stats.style import StyledRatings, style_controlled
from lifeworld.stats.tally import Labelled, Tally, app_scores, from_labels, nested_weights, suite_score, tally
from lifeworld.stats.votes import votes_of_labels

__all__ = [
    "Band",
    "BinaryAgreement",
    "Bounds",
    "ChoiceRatings",
    "Comparison",
    "Components",
    "Design",
    "Deviation",
    "Estimate",
    "HorizonLoss",
    "Labelled",
    "Limits",
    "McNemar",
    "Null",
    "RatingIntervals",
    "Ratings",
    "Regret",
    "Sensitivity",
    "StyledRatings",
    "Tally",
    "TieRatings",
    "adjust_p_values",
    "app_scores",
    "average_deviation",
    "binary_agreement",
    "bootstrap_variance",
    "bradley_terry",
    "bradley_terry_bootstrap",
    "bradley_terry_sandwich",
    "budget_curve",
    "choice_ratings",
    "clopper_pearson",
    "cluster_t",
    "cohen_kappa",
    "cohen_kappa_interval",
    "cohens_d",
    "crossed_bootstrap",
    "crossed_t",
    "davidson",
    "deviation_null",
    "deviation_ratios",
    "difference_components",
    "exact_bootstrap",
    "exact_distribution",
    "exceedance",
    "exceedance_null",
    "expected_regret",
    "f1",
    "fleiss_kappa",
    "fleiss_kappa_interval",
    "from_labels",
    "hierarchical_bootstrap",
    "horizon_loss",
    "krippendorff_alpha",
    "krippendorff_alpha_interval",
    "mad",
    "mad_noise_floor",
    "mad_null",
    "mcnemar",
    "nested_weights",
    "optimality_gap",
    "paired_cluster_t",
    "pass_at_k",
    "pass_hat_k",
    "performance_profile",
    "permutation_test",
    "plan_power",
    "plan_width",
    "probability_of_improvement",
    "profile_band",
    "rank_correlation",
    "replay_success",
    "score_interval",
    "style_controlled",
    "suite_interval",
    "suite_score",
    "tally",
    "unpaired_t",
    "unscored_bounds",
    "variance_components",
    "variance_limit",
    "variation_deviation",
    "votes_of_labels",
    "wald",
    "wilson",
]

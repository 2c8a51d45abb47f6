#!/usr/bin/python3
"""Are hpcast's regressors those of scikit-learn?   sklearn_test.py PROBE

What is not drawn at random must be the same: coefficients to 1e-6 of the largest, support vectors' predictions
to 1e-3 of the targets' spread, those of trees wherever scikit-learn's own do not depend on the seed (it draws
lots among splits that are as good), gradient boosting's to 1e-6.

What is drawn at random must have the same distribution: the errors (root mean squares on rows that were not
learnt from) of many fits of ours and of scikit-learn's, which take longer, must not differ in their means by more
than 3.5 standard errors of that difference (Welch's t), nor in their distribution by what Kolmogorov and Smirnov's
test gives less than 1 in 500. That this can fail is shown by pairs of regressors that are not the same and must.

Targets are multiples of 1/1024, so that sums of them and of their squares are exact: otherwise rounding decides
for scikit-learn among splits that are as good, always in the same way, and its trees differ less than they should.
"""
import functools
import json
import subprocess
import sys
import tempfile
import warnings

try:
    import numpy as np
    import sklearn
    from scipy import stats
    from sklearn import base, ensemble, linear_model, svm, tree
except ImportError as missing:
    print(f'skipped: {missing} (Debian: python3-sklearn)')
    sys.exit(77)

warnings.filterwarnings('ignore')
PROBE = sys.argv[1]
OUR_SEEDS, THEIR_SEEDS = 60, 15
failures = []

# Of each of a forest's trees, scikit-learn asks which parameters there are and whether they are valid, which
# takes longer than growing it.
base.BaseEstimator._validate_params = lambda self: None
base.BaseEstimator._get_param_names = classmethod(functools.cache(base.BaseEstimator._get_param_names.__func__))

MODELS = {
    'linear': lambda seed: linear_model.LinearRegression(),
    'ridge': lambda seed: linear_model.Ridge(),
    'lasso': lambda seed: linear_model.Lasso(),
    'elastic-net': lambda seed: linear_model.ElasticNet(),
    'sgd': lambda seed: linear_model.SGDRegressor(random_state=seed),
    'svr': lambda seed: svm.SVR(),
    'tree': lambda seed: tree.DecisionTreeRegressor(random_state=seed),
    'forest': lambda seed: ensemble.RandomForestRegressor(random_state=seed),
    'extra-trees': lambda seed: ensemble.ExtraTreesRegressor(random_state=seed),
    'bagging': lambda seed: ensemble.BaggingRegressor(random_state=seed),
    'adaboost': lambda seed: ensemble.AdaBoostRegressor(random_state=seed),
    'gradient-boosting': lambda seed: ensemble.GradientBoostingRegressor(random_state=seed),
}


class Data:
    """Rows to learn from and rows to predict."""

    def __init__(self, x, y, unseen, truth=None, weights=None):
        self.x, self.y, self.unseen, self.truth, self.weights = x, y, unseen, truth, weights


def ours(name, data, seeds=1):
    """Per seed: what the probe prints."""
    with tempfile.NamedTemporaryFile() as file:
        head = [*data.x.shape, data.weights is not None, len(data.unseen)]
        parts = [head, data.x, data.y, [] if data.weights is None else data.weights, data.unseen]
        for part in parts:
            file.write(np.asarray(part, dtype=np.float64).tobytes())
        file.flush()
        run = subprocess.run([PROBE, name, str(seeds), file.name], capture_output=True, text=True)
    if run.returncode != 0:
        raise RuntimeError(f'{name}: {run.stderr}')
    return [json.loads(line) for line in run.stdout.splitlines()]


def theirs(name, data, seed=0):
    return MODELS[name](seed).fit(data.x, data.y, sample_weight=data.weights)


def check(what, holds, detail):
    print(f'{"ok" if holds else "FAILED"}: {what}: {detail}')
    if not holds:
        failures.append(what)


def on_grid(values):
    return np.round(values * 1024) / 1024


def smooth(rows, columns, seed, noise=0.3):
    """Values that are all distinct, and that single precision, which scikit-learn's trees have, holds."""
    rng = np.random.default_rng(seed)
    x = np.array([rng.permutation(4096)[:2 * rows] for _ in range(columns)]).T / 1024 - 2
    y = 3 * np.sin(2 * x[:, 0]) + 2 * x[:, 1 % columns] ** 2
    if columns > 3:
        y = y + x[:, 2] * x[:, 3]
    y = on_grid(y + noise * rng.standard_normal(len(y)))
    return Data(x[:rows], y[:rows], x[rows:], y[rows:])


def trace_like(rows, seed):
    """Features that are 0 or 1, with many rows that are the same, and a size."""
    rng = np.random.default_rng(seed)
    x = (rng.random((2 * rows, 8)) < rng.uniform(0.1, 0.9, 8)).astype(float)
    size = rng.choice([1, 8, 64, 512], 2 * rows)
    y = x @ rng.uniform(0, 20, 8) + x[:, 0] * x[:, 1] * size / 5
    y = on_grid(y + rng.standard_normal(len(y)))
    x = np.column_stack([x, size / 1024])
    return Data(x[:rows], y[:rows], x[rows:], y[rows:])


def weighted(data, seed=7):
    weights = np.random.default_rng(seed).integers(1, 6, len(data.y)) / 2
    return Data(data.x, data.y, data.unseen, data.truth, weights)


def unlike_scales(seed):
    rng = np.random.default_rng(seed)
    x = rng.standard_normal((400, 6)) * [1, 10, 1e3, 0.1, 5, 1] + [0, 3, 1e4, 0, 7, 100]
    y = x @ [30, 2, 0.01, 100, 0, 1] + rng.standard_normal(400)
    return Data(x, y, x[:50])


def collinear(seed):
    """The first two columns say the same, the last is constant."""
    rng = np.random.default_rng(seed)
    x = rng.integers(0, 2, (300, 5)).astype(float)
    x[:, 1] = 1 - x[:, 0]
    x[:, 4] = 0.1
    return Data(x, x @ [1, 2, 3, 4, 5] + rng.standard_normal(300), x[:20])


def check_linear():
    wide = smooth(20, 30, 4)
    cases = {'smooth': smooth(400, 6, 1), 'weights': weighted(smooth(400, 6, 2)),
             'unlike scales': unlike_scales(3), 'trace': trace_like(2000, 5),
             'trace, weights': weighted(trace_like(2000, 6))}
    for case, data in cases.items():
        for name in ('linear', 'ridge', 'lasso', 'elastic-net'):
            compare_coefficients(f'{name}, {case}', name, data)
    for name in ('ridge', 'lasso', 'elastic-net'):
        compare_coefficients(f'{name}, more columns than rows', name, wide)
    check_shortest('linear, more columns than rows', wide)
    check_shortest('linear, collinear', collinear(9))


def compare_coefficients(what, name, data):
    model = ours(name, data)[0]['model']
    other = theirs(name, data)
    compare(what, [*model['coefficients'], model['intercept']], [*other.coef_, other.intercept_])


def compare(what, mine, other):
    error = np.max(np.abs(np.subtract(mine, other))) / np.max(np.abs(other))
    check(what, error < 1e-6, f'largest difference {error:.1e} of the largest coefficient, '
          f'{np.count_nonzero(other)} not 0')


def check_shortest(what, data):
    """Where more than one solution is as good, the shortest. scikit-learn means to give that, too, but
    takes what rounding leaves of singular values that are 0 for more, and coefficients become 1e12."""
    x, y = data.x - data.x.mean(axis=0), data.y - data.y.mean()
    other = np.linalg.lstsq(x, y, rcond=1e-12)[0]
    compare(what, ours('linear', data)[0]['model']['coefficients'], other)


def check_least_squares():
    """Coefficients, standard errors, variance inflation and condition number, each by its definition."""
    for case, data in {'smooth': smooth(300, 4, 13), 'unlike scales': unlike_scales(14)}.items():
        x, y = np.column_stack([data.x, np.ones(len(data.y))]), data.y
        mine = ours('least-squares', Data(x, y, x[:1]))[0]
        b = np.linalg.lstsq(x, y, rcond=None)[0]
        variance = np.sum((y - x @ b) ** 2) / (len(y) - x.shape[1])
        errors = np.sqrt(variance * np.diag(np.linalg.inv(x.T @ x)))
        inflation = []
        for i in range(data.x.shape[1]):
            others = np.delete(data.x, i, axis=1)
            r2 = linear_model.LinearRegression().fit(others, data.x[:, i]).score(others, data.x[:, i])
            inflation.append(1 / (1 - r2))
        r2 = linear_model.LinearRegression().fit(data.x, y).score(data.x, y)
        for what, have, want in (
                ('coefficients', mine['coefficients'], b), ('standard errors', mine['standard_errors'], errors),
                ('inflation', mine['inflation'][:-1], inflation), ('residual', [mine['residual']], [variance ** 0.5]),
                ('R2', [mine['r2']], [r2]),
                ('condition', [mine['condition']], [np.linalg.cond(x / np.linalg.norm(x, axis=0))])):
            compare(f'least squares, {case}, {what}', have, want)


def check_svr():
    for case, data in {'smooth': smooth(300, 4, 11), 'trace': trace_like(500, 12)}.items():
        mine = np.array(ours('svr', data)[0]['predictions'])
        error = np.max(np.abs(mine - theirs('svr', data).predict(data.unseen))) / np.std(data.y)
        check(f'svr, {case}', error < 1e-3, f'largest difference {error:.1e} standard deviations')


def check_tree():
    """Where scikit-learn's predictions are the same for 100 seeds, no draw of lots has mattered: 5 of 6
    columns that come to the same would pass 20 seeds in 3 cases of 100."""
    for case, data, least in (('one column', smooth(500, 1, 21), 1.0), ('six columns', smooth(1000, 6, 22), 0.05),
                              ('weights', weighted(smooth(1000, 6, 23)), 0.05),
                              ('trace', trace_like(1500, 24), 0.5)):
        mine = np.array(ours('tree', data)[0]['predictions'])
        others = np.array([theirs('tree', data, seed).predict(data.unseen) for seed in range(100)])
        spread = np.ptp(others, axis=0)
        certain = spread <= 1e-9
        error = np.max(np.abs(mine - others[0])[certain])
        check(f'tree, {case}', certain.mean() >= least and error < 1e-9,
              f'largest difference {error:.1e} on the {certain.mean():.0%} of rows without lots')


def check_gradient_boosting():
    """Of one column, there are no splits that are as good; of more, the rows that were learnt from
    are parted in the same way whichever is taken."""
    one, six = smooth(500, 1, 31), smooth(1500, 6, 32)
    cases = {'one column': one, 'one column, weights': weighted(one),
             'six, learnt rows': Data(six.x, six.y, six.x)}
    for case, data in cases.items():
        mine = np.array(ours('gradient-boosting', data)[0]['predictions'])
        error = np.max(np.abs(mine - theirs('gradient-boosting', data).predict(data.unseen)))
        check(f'gradient-boosting, {case}', error < 1e-6, f'largest difference {error:.1e}')


def rmse(predictions, data):
    return np.sqrt(np.mean((np.asarray(predictions) - data.truth) ** 2))


def errors_of_ours(name, data):
    return np.array([rmse(line['predictions'], data) for line in ours(name, data, OUR_SEEDS)])


def errors_of_theirs(name, data):
    return np.array([rmse(theirs(name, data, seed).predict(data.unseen), data)
                     for seed in range(THEIR_SEEDS)])


def distance(a, b):
    """Between means, in standard errors; and how likely such a difference between distributions is."""
    standard_error = np.hypot(stats.sem(a), stats.sem(b))
    return abs(a.mean() - b.mean()) / standard_error, stats.ks_2samp(a, b).pvalue


def alike(a, b):
    t, likely = distance(a, b)
    return t <= 3.5 and likely >= 2e-3


def describe(a, b):
    t, likely = distance(a, b)
    return (f'ours {a.mean():.4f} ± {np.std(a, ddof=1):.4f}, theirs {b.mean():.4f} ± '
            f'{np.std(b, ddof=1):.4f}, t {t:.1f}, p {likely:.1e}')


RANDOM = ('sgd', 'forest', 'extra-trees', 'bagging', 'adaboost')
UNLIKE = (('forest', 'extra-trees'), ('bagging', 'forest'), ('extra-trees', 'bagging'),
          ('adaboost', 'bagging'), ('sgd', 'adaboost'))


def check_random():
    cases = {'smooth': smooth(250, 5, 41, noise=0.5), 'trace': trace_like(250, 43),
             'weights': weighted(smooth(250, 5, 42, noise=0.5))}
    told = {pair: [] for pair in UNLIKE}
    for case, data in cases.items():
        mine = {name: errors_of_ours(name, data) for name in RANDOM}
        other = {name: errors_of_theirs(name, data) for name in RANDOM}
        for name in RANDOM:
            check(f'{name}, {case}', alike(mine[name], other[name]), describe(mine[name], other[name]))
        for name, another in UNLIKE:
            if not alike(mine[name], other[another]):
                told[name, another].append(case)
    for (name, another), where in told.items():
        check(f'{name} is told from {another}', len(where) >= 2, f'by {where} of {[*cases]}')


print(f'scikit-learn {sklearn.__version__}')
check_linear()
check_least_squares()
check_svr()
check_tree()
check_gradient_boosting()
check_random()
for failure in failures:
    print(f'FAILED: {failure}')
sys.exit(1 if failures else 0)

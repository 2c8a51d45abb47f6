#!/usr/bin/python3
"""How long scikit-learn takes: fit s, predicted rows/s.   regression-sklearn.py REGRESSOR FILE
FILE: rows, columns, x, y, all in doubles."""
import sys
import time
import warnings

import numpy as np
from sklearn import ensemble, linear_model, svm, tree

warnings.filterwarnings('ignore')
MODELS = {
    'linear': linear_model.LinearRegression, 'ridge': linear_model.Ridge, 'lasso': linear_model.Lasso,
    'elastic-net': linear_model.ElasticNet, 'sgd': linear_model.SGDRegressor, 'svr': svm.SVR,
    'tree': tree.DecisionTreeRegressor, 'forest': ensemble.RandomForestRegressor,
    'extra-trees': ensemble.ExtraTreesRegressor, 'bagging': ensemble.BaggingRegressor,
    'adaboost': ensemble.AdaBoostRegressor, 'gradient-boosting': ensemble.GradientBoostingRegressor,
}
numbers = np.fromfile(sys.argv[2])
rows, columns = int(numbers[0]), int(numbers[1])
x = numbers[2:2 + rows * columns].reshape(rows, columns)
y = numbers[2 + rows * columns:]
start = time.perf_counter()
model = MODELS[sys.argv[1]]().fit(x, y)
fitted = time.perf_counter()
model.predict(x)
print(fitted - start, rows / (time.perf_counter() - fitted))

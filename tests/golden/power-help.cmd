hpcast power --help
hpcast power predict --help
hpcast power fit --help
hpcast power job --help
hpcast power scale --help
hpcast power show --help
hpcast power show k-computer
hpcast power show cortex-a15

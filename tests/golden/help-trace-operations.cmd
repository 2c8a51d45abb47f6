hpcast trace operations --help

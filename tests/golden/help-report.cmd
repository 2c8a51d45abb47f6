hpcast report --help

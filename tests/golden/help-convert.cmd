hpcast trace convert --help

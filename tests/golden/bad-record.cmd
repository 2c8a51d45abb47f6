# What hpcast record cannot do: each fault with how to mend it.
fails() { "$@" 2>&1; echo "exit status $?"; echo; }
fails hpcast record
fails hpcast record -o P
fails hpcast record -- ./app
fails hpcast record -o P --clock sun -- ./app
fails hpcast record -o P ./app
mkdir other && touch other/file
fails hpcast record -o other -- ./app
touch file
fails hpcast record -o file -- ./app
fails hpcast record -o no/such/folder -- ./app

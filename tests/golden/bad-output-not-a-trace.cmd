mkdir T; echo precious >T/thesis.tex
hpcast trace -o T -- $WORKLOADS/traced/triad 1000 1
echo $?
cat T/thesis.tex
ls

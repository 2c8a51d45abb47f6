hpcast view i7-7700k -o page.html
status=$?
hpcast view --no-browser
ls
exit $status

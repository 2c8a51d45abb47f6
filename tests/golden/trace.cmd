$WORKLOADS/traced/triad >/dev/null 1000 1 && hpcast trace -o T -- $WORKLOADS/traced/triad 1000 1 | sed "s/[0-9.]* GB/N GB/; s/[0-9.]* bytes a/N bytes a/; s/[0-9.]* KiB/N KiB/; s/: [0-9.]* k/: N k/"
ls T

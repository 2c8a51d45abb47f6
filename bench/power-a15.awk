# Samples of an ODROID-XU3's Cortex-A15 cluster (kranik/ARMPM_BUILDMODEL, Examples/Concatenated_Data) as a
# counter table: awk -f power-a15.awk FILE.data >a15.csv. docs/power.md.
#
# A sample's counts are of the time since the one before it, so the first of each run of a benchmark at a
# frequency is left out.
BEGIN { FS = "\t"; OFS = "," }
NR == 1 {
  line = "start_s,duration_s,region,frequency [MHz],voltage [V],power [W]"
  for (i = 9; i <= NF; ++i) line = line "," $i
  print line
  next
}
{
  seconds = substr($1, 4, 7) + substr($1, 11) / 1e9  # all digits are more than a double has
  if (NR == 2) first = seconds
  seconds -= first
  this = $2 " " $3 " " $4
  if (this == last && seconds > before) {
    line = sprintf("%.9f,%.9f,%s,%s,%s,%s", before, seconds - before, $2, $4, $6, $8)
    for (i = 9; i <= NF; ++i) line = line "," $i
    print line
  }
  last = this
  before = seconds
}

cat >small.xml <<'X'
<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE topology SYSTEM "hwloc2.dtd">
<topology version="2.0">
  <object type="Machine" os_index="0" cpuset="0x00000003" complete_cpuset="0x00000003" allowed_cpuset="0x00000003" nodeset="0x00000011" complete_nodeset="0x00000011" allowed_nodeset="0x00000011" gp_index="1">
    <object type="Package" os_index="0" cpuset="0x00000003" complete_cpuset="0x00000003" nodeset="0x00000011" complete_nodeset="0x00000011" gp_index="2">
      <object type="NUMANode" os_index="0" cpuset="0x00000003" complete_cpuset="0x00000003" nodeset="0x00000001" complete_nodeset="0x00000001" gp_index="3" local_memory="68719476736"/>
      <object type="MemCache" cpuset="0x00000003" complete_cpuset="0x00000003" nodeset="0x00000010" complete_nodeset="0x00000010" gp_index="4" cache_size="1073741824" depth="1" cache_linesize="64" cache_associativity="1" cache_type="0">
        <object type="NUMANode" os_index="4" cpuset="0x00000003" complete_cpuset="0x00000003" nodeset="0x00000010" complete_nodeset="0x00000010" gp_index="5" local_memory="17179869184"/>
      </object>
      <object type="L3Cache" cpuset="0x00000003" complete_cpuset="0x00000003" nodeset="0x00000011" complete_nodeset="0x00000011" gp_index="6" cache_size="8388608" depth="3" cache_linesize="64" cache_associativity="16" cache_type="0">
        <object type="Core" os_index="0" cpuset="0x00000001" complete_cpuset="0x00000001" nodeset="0x00000011" complete_nodeset="0x00000011" gp_index="7">
          <object type="PU" os_index="0" cpuset="0x00000001" complete_cpuset="0x00000001" nodeset="0x00000011" complete_nodeset="0x00000011" gp_index="8"/>
        </object>
        <object type="Core" os_index="1" cpuset="0x00000002" complete_cpuset="0x00000002" nodeset="0x00000011" complete_nodeset="0x00000011" gp_index="9">
          <object type="PU" os_index="1" cpuset="0x00000002" complete_cpuset="0x00000002" nodeset="0x00000011" complete_nodeset="0x00000011" gp_index="10"/>
        </object>
      </object>
    </object>
  </object>
</topology>
X
hpcast machine import small.xml -o small.dat.json && hpcast show small.dat.json
hpcast memory small.dat.json $CASES/triad.trace --placement node:4,0 | grep -e limited -e bound
hpcast memory small.dat.json $CASES/triad.trace --placement node:1 || echo "exit $?"
sed 's/"L3Cache"\(.*\)cache_size.*>/"Group"\1>/' small.xml >bare.xml
hpcast machine import bare.xml -o bare.dat.json && hpcast memory bare.dat.json $CASES/triad.trace | head -n 1
sed 's/cache_size="[0-9]*"/cache_size="0"/' small.xml >sizeless.xml
hpcast machine import sizeless.xml -o sizeless.dat.json && grep -e assumed_caches sizeless.dat.json
hpcast memory sizeless.dat.json $CASES/triad.trace | head -n 1
head -n 9 small.xml >cut.xml
sed 's/topology version="2.0"/topology version="3.0"/' small.xml >new.xml
sed 's/cache_size="8388608"/cache_size="-1"/' small.xml >huge.xml
: >empty.xml
for file in cut new huge empty none; do hpcast machine import $file.xml || echo "exit $?"; done
hpcast machine import || echo "exit $?"
hpcast machine import small.xml -o small.xml || echo "exit $?"

// Where keeping.S finds what it reads: offsets in bytes, held against the structures by access.cc.
#pragma once

#define HOT_L1_TAGS 0
#define HOT_L1_MASK 8
#define HOT_L1_WAYS 16
#define HOT_LOG2_LINE 20
#define HOT_READS_LEFT 24
#define HOT_WRITES_LEFT 88
#define HEADER_RECORD_REGIONS 20
#define RECORDS_FUNCTIONS 1

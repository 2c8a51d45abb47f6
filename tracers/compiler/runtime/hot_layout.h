// Where keeping.S finds what it reads: offsets in bytes, held against the structures by access.cc.
#pragma once

#define HOT_L1_TAGS 0
#define HOT_L1_MASK 8
#define HOT_L1_WAYS 16
#define HOT_LOG2_LINE 20
#define HOT_READS_LEFT 24
#define HOT_WRITES_LEFT 88
#define HOT_THREAD 216
#define HOT_BUSY 224
#define THREAD_SLOT 0
#define THREAD_RING 8
#define THREAD_RING_MASK 16
#define THREAD_TAIL 24
#define THREAD_LIMIT 32
#define THREAD_EVENT_WORDS 40
#define THREAD_REFERENCES 56
#define THREAD_TOLD 80
#define THREAD_OPEN 96
#define THREAD_FALLS_TO 104
#define THREAD_WRITTEN_UNTIL 112
#define THREAD_SIMULATED 121
#define SLOT_TAIL 64
#define PIECE_FALLS_TO 8
#define HEADER_RECORD_REGIONS 20
#define RECORDS_FUNCTIONS 1

/* Marks an executable as traced (src/hpcast/inputs/reftrace/elf_note.h): name "hpcast", type 1,
   description: version of the channel that the runtime speaks. */
#include "hpcast/inputs/reftrace/channel_version.h"

        .section .note.hpcast, "a", @note
        .balign 4
        .long 7
        .long 4
        .long 1
        .asciz "hpcast"
        .balign 4
        .long HPCAST_CHANNEL_VERSION
        .section .note.GNU-stack, "", @progbits

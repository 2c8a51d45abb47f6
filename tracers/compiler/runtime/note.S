/* Marks an executable as traced (src/hpcast/reftrace/elf_note.h): name "hpcast", type 1,
   description: version of the channel that the runtime speaks. */
        .section .note.hpcast, "a", @note
        .balign 4
        .long 7
        .long 4
        .long 1
        .asciz "hpcast"
        .balign 4
        .long 1
        .section .note.GNU-stack, "", @progbits

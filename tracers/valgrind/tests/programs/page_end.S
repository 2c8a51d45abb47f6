// A program of three instructions, the last of its only page of code. Exits with 7.
        .globl _start
        .text
        .org 0xff0
_start: mov $231, %eax          // exit_group
        mov $7, %edi
        syscall
        .section .note.GNU-stack, "", @progbits

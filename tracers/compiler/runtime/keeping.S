/* The GCC plugin's hooks: calls that change no register but the flags, so that the program stays as
   it is around them (tracers/gcc/hook_abi.h). What programs call often is here whole, as access() in
   access.h is for -fsanitize=thread; the rest saves the registers and calls C++. Each hook is there
   three times, for code with vectors of 128 bits, avx_, of 256, and avx512_, of 512. Masks and the
   vectors from the 17th on stay as they are, but for what the dynamic linker does with them. */

#include "hot_layout.h"

#define HOT(place) %fs:_ZN6hpcast6tracer3hotE@tpoff + place
#define PROCESS _ZN6hpcast6tracer7processE
#define CHILDREN_TABLE _ZN6hpcast6tracer14children_tableE

        .macro function name, scope
        .\scope \name
        .type   \name, @function
        .balign 16
\name:
        .cfi_startproc
        .endm
        .macro end_function name
        .cfi_endproc
        .size   \name, . - \name
        .endm

        .macro save registers:vararg
        .irp    register, \registers
        push    %\register
        .cfi_adjust_cfa_offset 8
        .endr
        .endm
        .macro restore registers:vararg
        .irp    register, \registers
        pop     %\register
        .cfi_adjust_cfa_offset -8
        .endr
        .endm

        .macro save_vectors move, kind, bytes
        sub     $16 * \bytes, %rsp
        .irp    n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
        \move   %\kind\n, \n * \bytes(%rsp)
        .endr
        .ifnc   \kind, xmm
        vzeroupper                      /* what is called has instructions of SSE */
        .endif
        .endm
        .macro restore_vectors move, kind, bytes
        .irp    n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
        \move   \n * \bytes(%rsp), %\kind\n
        .endr
        .endm

        /* What the dynamic linker changes when it is asked where functions lie: all of it. */
        .set    all_but_x87, 0xe6
        .set    header_at, 512
        .set    most_bytes, 2816
        .macro  save_all
        sub     $most_bytes, %rsp
        .irp    n, 0, 1, 2, 3, 4, 5, 6, 7
        movq    $0, header_at + 8 * \n(%rsp)
        .endr
        mov     $all_but_x87, %eax
        xor     %edx, %edx                      /* neither is an argument there */
        xsavec  (%rsp)
        vzeroupper
        .endm
        .macro  restore_all
        mov     $all_but_x87, %eax
        xor     %edx, %edx
        xrstor  (%rsp)
        .endm

        /* Calls the target with its own arguments and, in registers of these names, where the hook
           was called from, where in the stack that is said, and what is in %r11. */
        .set    saved_bytes, 10 * 8
        .macro keeping name, target, site, place, address, save_rest, restore_rest, arguments:vararg
        function \name, local
        save    rax, rcx, rdx, rsi, rdi, r8, r9, r10, r11, rbx
        .ifnb   \site
        mov     saved_bytes(%rsp), %\site
        .endif
        .ifnb   \place
        lea     saved_bytes(%rsp), %\place
        .endif
        .ifnb   \address
        mov     %r11, %\address
        .endif
        mov     %rsp, %rbx
        .cfi_def_cfa_register %rbx
        and     $-64, %rsp
        \save_rest \arguments
        call    \target
        \restore_rest \arguments
        mov     %rbx, %rsp
        .cfi_def_cfa_register %rsp
        restore rbx, r11, r10, r9, r8, rdi, rsi, rdx, rcx, rax
        ret
        end_function \name
        .endm

        /* What lies behind the hooks. */
        .macro behind_narrow name, site, place, address
        keeping hpcast_behind_\name, hpcast_\name, \site, \place, \address, \
                save_vectors, restore_vectors, movaps, xmm, 16
        keeping hpcast_behind_avx_\name, hpcast_\name, \site, \place, \address, \
                save_vectors, restore_vectors, vmovaps, ymm, 32
        .endm
        .macro behind name, site, place, address
        behind_narrow \name, \site, \place, \address
        keeping hpcast_behind_avx512_\name, hpcast_\name, \site, \place, \address, \
                save_vectors, restore_vectors, vmovaps, zmm, 64
        .endm

        /* Of what may ask the dynamic linker. */
        .macro behind_all name, site, place, address
        behind_narrow \name, \site, \place, \address
        keeping hpcast_behind_avx512_\name, hpcast_\name, \site, \place, \address, \
                save_all, restore_all
        .endm

        /* A reference: a hit in the most recent lines of its set (tags.h, hits_next_ways()) is only
           counted. %r11: its address. A tag xor the wanted one, whose dirty bit is set, is 1 where
           the line is there and clean. */
        .macro go_on_where_hit op, label
        xor     %rdx, %rax
        .ifc    \op, read
        cmp     $1, %rax
        jbe     \label
        .else
        jz      \label
        .endif
        .endm
        /* The tag at that place of the set becomes its first, and those before go on by one. */
        .macro put_tags from, to, new, old
        .if     \from < \to
        mov     \from(%rcx), %\old
        .endif
        mov     %\new, \from(%rcx)
        .if     \from < \to
        put_tags (\from + 8), \to, \old, \new
        .endif
        .endm
        .macro move_to_front place
        xor     %rdx, %rax
        put_tags 0, \place, rax, rdx
        .endm
        .macro jump_to target
        restore rax, rdx, rcx
        jmp     \target
        .cfi_adjust_cfa_offset 24
        .endm
        /* Writes the reference's word to the thread's ring (Payload::references), or goes to the
           label: what is saved is rcx, rdx, rax. `number` is its operation's. */
        .set    golden, 0x9E3779B97F4A7C15
        .macro write_reference number, log2, otherwise
        mov     HOT(HOT_THREAD), %rcx
        cmpb    $0, THREAD_SIMULATED(%rcx)
        jne     \otherwise
        cmpl    $0, HOT(HOT_BUSY)
        jne     \otherwise
        mov     THREAD_TAIL(%rcx), %rax
        cmp     THREAD_LIMIT(%rcx), %rax
        jae     \otherwise
        movl    $1, HOT(HOT_BUSY)
        movabs  $golden, %rax
        imul    24(%rsp), %rax                  /* where the hook was called from */
        shr     $53, %rax                       /* record.h's place of the site */
        shl     $2, %rax
        or      $\number, %rax
        shl     $3, %rax
        or      $\log2, %rax
        shl     $48, %rax
        mov     %r11, %rdx
        shl     $16, %rdx
        shr     $16, %rdx
        or      %rdx, %rax
        mov     THREAD_TAIL(%rcx), %rdx
        and     THREAD_RING_MASK(%rcx), %rdx
        shl     $3, %rdx
        add     THREAD_RING(%rcx), %rdx
        mov     %rax, (%rdx)
        incq    THREAD_REFERENCES + 8 * \number(%rcx)
        mov     THREAD_TAIL(%rcx), %rax
        inc     %rax
        mov     %rax, THREAD_TAIL(%rcx)
        mov     THREAD_TOLD(%rcx), %rdx
        mov     %rax, (%rdx)
        movl    $0, HOT(HOT_BUSY)
        jmp     8f
        .endm
        .macro reference kind, crosses, op, number, bytes, log2, count
        function __hpcast_\kind\crosses\op\bytes, globl
#ifdef HPCAST_STATIC
        cmpq    $0, CHILDREN_TABLE(%rip)        /* no thread has storage yet */
        je      9f
#endif
        cmpq    $0, HOT(HOT_L1_TAGS)
        je      9f
        save    rcx, rdx, rax
        mov     HOT(HOT_LOG2_LINE), %ecx
        .ifnb   \crosses
        lea     \bytes - 1(%r11), %rax
        xor     %r11, %rax
        shr     %cl, %rax
        jnz     7f
        .endif
        mov     %r11, %rdx
        shr     %cl, %rdx
        mov     HOT(HOT_L1_WAYS), %ecx
        mov     HOT(HOT_L1_MASK), %rax
        and     %rdx, %rax
        imul    %rcx, %rax
        mov     HOT(HOT_L1_TAGS), %rcx
        lea     (%rcx, %rax, 8), %rcx
        lea     3(, %rdx, 4), %rdx
        mov     (%rcx), %rax
        go_on_where_hit \op, 5f
        cmpl    $3, HOT(HOT_L1_WAYS)
        jbe     6f
        mov     8(%rcx), %rax
        go_on_where_hit \op, 2f
        mov     16(%rcx), %rax
        go_on_where_hit \op, 3f
        mov     24(%rcx), %rax
        go_on_where_hit \op, 4f
6:      write_reference \number, \log2, 0f
0:      jump_to hpcast_behind_\kind\()simulate_\op\bytes
2:      move_to_front 8
        jmp     5f
3:      move_to_front 16
        jmp     5f
4:      move_to_front 24
5:      decq    HOT(\count)
        jz      1f
8:      restore rax, rdx, rcx
9:      ret
        .cfi_adjust_cfa_offset 24
1:      jump_to hpcast_behind_\kind\()end_interval
        .ifnb   \crosses
7:      mov     HOT(HOT_THREAD), %rcx
        cmpb    $0, THREAD_SIMULATED(%rcx)
        je      6b                              /* one word all the same */
        jump_to hpcast_behind_\kind\()simulate_crossing_\op\bytes
        .endif
        end_function __hpcast_\kind\crosses\op\bytes
        .endm

        .macro references_of_kind kind, op, number, bytes, log2, count
        reference \kind, , \op, \number, \bytes, \log2, \count
        reference \kind, unaligned_, \op, \number, \bytes, \log2, \count
        .endm
        .macro references op, number, bytes, log2, count
        behind  simulate_\op\bytes, rsi, , rdi
        behind  simulate_crossing_\op\bytes, rsi, , rdi
        references_of_kind , \op, \number, \bytes, \log2, \count
        references_of_kind avx_, \op, \number, \bytes, \log2, \count
        references_of_kind avx512_, \op, \number, \bytes, \log2, \count
        .endm

        .text
        behind  end_interval
        references read, 0, 1, 0, HOT_READS_LEFT
        references read, 0, 2, 1, HOT_READS_LEFT + 8
        references read, 0, 4, 2, HOT_READS_LEFT + 16
        references read, 0, 8, 3, HOT_READS_LEFT + 24
        references read, 0, 16, 4, HOT_READS_LEFT + 32
        references read, 0, 32, 5, HOT_READS_LEFT + 40
        references read, 0, 64, 6, HOT_READS_LEFT + 48
        references write, 1, 1, 0, HOT_WRITES_LEFT
        references write, 1, 2, 1, HOT_WRITES_LEFT + 8
        references write, 1, 4, 2, HOT_WRITES_LEFT + 16
        references write, 1, 8, 3, HOT_WRITES_LEFT + 24
        references write, 1, 16, 4, HOT_WRITES_LEFT + 32
        references write, 1, 32, 5, HOT_WRITES_LEFT + 40
        references write, 1, 64, 6, HOT_WRITES_LEFT + 48

        /* A piece of code, whose record is in %r11, is executed (code_pieces.h, execute()). */
        .macro piece kind
        function __hpcast_\kind\()piece, globl
        save    rcx, rdx, rax
        mov     HOT(HOT_THREAD), %rcx
        test    %rcx, %rcx
        jz      2f
        cmpl    $0, HOT(HOT_BUSY)
        jne     2f
        mov     %fs:__hpcast_counts@tpoff, %rax
        cmp     THREAD_WRITTEN_UNTIL(%rcx), %rax
        jae     3f
        mov     (%r11), %rdx
        test    %rdx, %rdx
        jz      3f                              /* not described yet */
        mov     THREAD_TAIL(%rcx), %rax
        cmp     THREAD_LIMIT(%rcx), %rax
        jae     3f
        movl    $1, HOT(HOT_BUSY)
        cmp     %r11, THREAD_FALLS_TO(%rcx)
        jne     1f
        mov     THREAD_OPEN(%rcx), %rdx
        orb     $1, 5(%rdx)                     /* left by its second exit */
        mov     (%r11), %rdx
1:      push    %rbx
        mov     THREAD_SLOT(%rcx), %rbx
        mov     %rax, SLOT_TAIL(%rbx)
        mov     %rax, %rbx
        and     THREAD_RING_MASK(%rcx), %rbx
        shl     $3, %rbx
        add     THREAD_RING(%rcx), %rbx
        mov     %rdx, (%rbx)
        mov     %rbx, THREAD_OPEN(%rcx)
        pop     %rbx
        mov     PIECE_FALLS_TO(%r11), %rdx
        add     %r11, %rdx
        mov     %rdx, THREAD_FALLS_TO(%rcx)
        inc     %rax
        mov     %rax, THREAD_TAIL(%rcx)
        incq    THREAD_EVENT_WORDS(%rcx)
        movl    $0, HOT(HOT_BUSY)
2:      restore rax, rdx, rcx
        ret
        .cfi_adjust_cfa_offset 24
3:      jump_to hpcast_behind_\kind\()piece
        end_function __hpcast_\kind\()piece
        .endm
        behind_all piece, , rsi, rdi
        piece
        piece   avx_
        piece   avx512_

        /* Functions that are entered and left, where hpcast has asked for them. */
        .macro function_moment kind, name
        function __hpcast_\kind\name, globl
        save    rax
        mov     PROCESS(%rip), %rax             /* Process::header */
        test    %rax, %rax
        jz      1f
        testl   $RECORDS_FUNCTIONS, HEADER_RECORD_REGIONS(%rax)
        restore rax
        jnz     hpcast_behind_\kind\name
        ret
        .cfi_adjust_cfa_offset 8
1:      restore rax
        ret
        end_function __hpcast_\kind\name
        .endm
        .macro moment name, site, place
        function_moment , \name
        function_moment avx_, \name
        function_moment avx512_, \name
        behind_all \name, \site, \place
        .endm
        moment  func_entry, rdi, rsi
        moment  func_exit, , rdi
        moment  landed, , rdi

        /* The others, which are called seldom. */
        .macro hook_of_kind kind, name
        function __hpcast_\kind\name, globl
        cmpq    $0, PROCESS(%rip)               /* Process::header */
        jne     hpcast_behind_\kind\name
        ret
        end_function __hpcast_\kind\name
        .endm
        .macro hook name, site
        hook_of_kind , \name
        hook_of_kind avx_, \name
        hook_of_kind avx512_, \name
        behind  \name, \site
        .endm
        hook    read_range, rdx
        hook    write_range, rdx
        hook    fill, rdx
        hook    copy, rcx
        hook    nontemporal, rdx
        hook    lanes_read, r8
        hook    lanes_write, r8
        hook    loop, r9

        .section .note.GNU-stack, "", @progbits

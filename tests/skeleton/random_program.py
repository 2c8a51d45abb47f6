#!/usr/bin/env python3
"""random_program.py SEED: an MPI program in C that does what nobody would write.

Whoever changes the slicer runs some hundred seeds: case `random` of skeleton_test.sh has a few.

All ranks compute the same, so that whatever decides about messages decides alike; numbers stay
small, and indices within arrays. Loops, branches, jumps, pointers to what is written by other names,
records, lists of pointers to functions, memory that comes and goes: what a slice has to see through.
"""
import random
import sys

ARRAYS = 64  # elements, a power of two


class Program:
    def __init__(self, seed):
        self.random = random.Random(seed)
        # How much of what is computed messages depend on: of all, nothing would be left to replace.
        self.entangled = self.pick(0.0, 0.1, 0.3, 0.8)
        self.lines = []
        self.depth = 1
        self.names = 0
        self.in_loop = 0
        self.function = 0
        self.functions = self.random.randint(2, 5)
        self.locals = []
        self.budget = 0

    # --- Text

    def line(self, text):
        self.lines.append("  " * self.depth + text)

    def block(self, head, body, tail="}"):
        self.line(head + " {")
        self.depth += 1
        kept = len(self.locals)
        body()
        del self.locals[kept:]
        self.depth -= 1
        self.line(tail)

    def new_name(self, prefix):
        self.names += 1
        return "%s%d" % (prefix, self.names)

    def chance(self, part):
        return self.random.random() < part

    def pick(self, *choices):
        return self.random.choice(choices)

    # --- Expressions

    def whole(self, depth=2):
        """Of type int, below 1024."""
        leaf = ["g%d" % self.random.randrange(4), str(self.random.randrange(64)),
                "p[%s]" % self.index(0), "s->n", "s->data[%s]" % self.index(0),
                "ga[%s]" % self.index(0), "a", "(*pp)[%s]" % self.index(0), "r.n", "s->next->n"]
        if not self.chance(self.entangled):
            leaf = ["g%d" % self.random.randrange(4), "a", "ga[%s]" % self.index(0), "7"]
        leaf += self.locals * 2
        if depth == 0 or self.chance(0.35):
            return self.random.choice(leaf)
        x, y = self.whole(depth - 1), self.whole(depth - 1)
        return self.pick(
            "((%s + %s) & 1023)" % (x, y), "((%s * 3 + %s) & 255)" % (x, y),
            "(%s > %s ? %s : %s)" % (x, y, y, x), "(%s %% (%s + 1))" % (x, y),
            "((%s ^ %s) & 511)" % (x, y), "(int)(q[%s] < %s)" % (self.index(0), x),
            "((int)fabs(q[%s]) & 127)" % self.index(0), "(%s && %s)" % (x, y),
            "((unsigned char)%s)" % x, self.call())

    def index(self, depth=1):
        return "%s & %d" % (self.whole(depth) if depth > 0 else
                            self.pick("g0", "g1", "a", "7", *self.locals), ARRAYS - 1)

    def real(self, depth=2):
        leaf = ["q[%s]" % self.index(0), "da[%s]" % self.index(0), "s->v[%s]" % self.index(0),
                "1.5", "(double)%s" % self.whole(0), "r.x"]
        if depth == 0 or self.chance(0.3):
            return self.random.choice(leaf)
        x, y = self.real(depth - 1), self.real(depth - 1)
        return self.pick("(%s + %s)" % (x, y), "(%s * 0.5 - %s * 0.25)" % (x, y),
                         "fmod(%s, 97)" % x, "sqrt(fabs(%s))" % x,
                         "(%s < %s ? %s : %s)" % (x, y, x, y))

    def call(self):
        """Of a later function, so that there is an end to it."""
        if self.function + 1 >= self.functions or self.budget <= 0 or self.in_loop > 1:
            return "g2"
        self.budget -= 4
        target = self.random.randrange(self.function + 1, self.functions)
        callee = "f%d" % target
        if self.chance(0.15):
            callee = "table[%d]" % target
        return "%s(%s, %s, %s, %s)" % (
            callee, self.whole(0), self.pick("p", "ga", "s->data", "*pp", "r.data"),
            self.pick("q", "da", "s->v"), self.pick("s", "s->next", "&r"))

    # --- Statements

    def place(self):
        return self.pick("g%d" % self.random.randrange(4), "p[%s]" % self.index(),
                         "ga[%s]" % self.index(), "s->n", "s->data[%s]" % self.index(0), "r.n",
                         "(*pp)[%s]" % self.index(0), "s->next->n",
                         *[n for n in self.locals if not n.startswith("i")])

    def statement(self):
        self.budget -= 1
        kinds = [(8, self.assignment), (8, self.real_assignment), (3, self.local), (3, self.branch),
                 (4, self.loop), (2, self.pointer), (1, self.copied), (2, self.message),
                 (1, self.switch), (1, self.jump), (1, self.memory), (2, self.work)]
        weights, makers = zip(*kinds)
        self.random.choices(makers, weights)[0]()

    def statements(self, most):
        for _ in range(self.random.randint(1, most)):
            if self.budget > 0:
                self.statement()

    def assignment(self):
        how = self.random.random()
        if how < 0.6:
            self.line("%s = %s;" % (self.place(), self.whole()))
        elif how < 0.8:
            place = self.place()
            self.line("%s = (%s + %s) & 1023;" % (place, place, self.whole(1)))
        else:
            self.line("(void)%s;" % self.call() if self.chance(0.5) else
                      "g%d = (g%d, %s);" % (self.random.randrange(4), self.random.randrange(4),
                                            self.whole(1)))

    def real_assignment(self):
        self.line("%s = %s;" % (self.pick("q[%s]" % self.index(), "da[%s]" % self.index(),
                                          "s->v[%s]" % self.index(0), "r.x"), self.real()))

    def local(self):
        name = self.new_name("n")
        self.line("%sint %s = %s;" % ("static " if self.chance(0.1) else "", name,
                                     self.whole()) if not self.chance(0.1) else
                  "int %s; %s = %s;" % (name, name, self.whole()))
        if "static" in self.lines[-1]:
            self.lines[-1] = "  " * self.depth + "static int %s = 3; %s = (%s + %s) & 511;" % (
                name, name, name, self.whole(1))
        self.locals.append(name)

    def branch(self):
        self.block("if (%s)" % self.pick("%s > %s" % (self.whole(1), self.whole(1)),
                                         self.whole(), "%s > 1" % self.real(1)),
                   lambda: self.statements(4), "}")
        if self.chance(0.4):
            self.lines[-1] += " else {"
            self.depth += 1
            kept = len(self.locals)
            self.statements(3)
            del self.locals[kept:]
            self.depth -= 1
            self.line("}")

    def loop(self):
        if self.in_loop > 2:
            return self.assignment()
        name = self.new_name("i")
        bound = self.pick(str(self.random.randint(1, 6)), "(%s & 7)" % self.whole(1))

        def body():
            self.locals.append(name)
            self.in_loop += 1
            self.statements(4)
            self.in_loop -= 1
        how = self.random.random()
        if how < 0.7:
            self.block("for (int %s = 0; %s < %s; ++%s)" % (name, name, bound, name), body)
        elif how < 0.85:
            self.line("int %s = 0;" % name)
            self.locals.append(name)
            self.block("while (%s++ < %s)" % (name, bound), body)
        else:
            self.line("int %s = 0;" % name)
            self.locals.append(name)
            self.block("do", body, "} while (++%s < %s);" % (name, bound))

    def work(self):
        """A loop over an array, as programs have them."""
        i = self.new_name("i")
        to, of = self.pick("q", "da", "s->v"), self.pick("q", "da", "s->v")
        self.line(self.pick(
            "for (int %(i)s = 0; %(i)s < %(n)d; ++%(i)s) %(to)s[%(i)s] = %(of)s[%(i)s] * 0.5 + 1;",
            "for (int %(i)s = 1; %(i)s < %(n)d; ++%(i)s) %(to)s[%(i)s] += %(of)s[%(i)s - 1];",
            "for (int %(i)s = 0; %(i)s < %(n)d; ++%(i)s) s->data[%(i)s] = (s->data[%(i)s] + a) & 255;")
            % {"i": i, "n": ARRAYS, "to": to, "of": of})

    def pointer(self):
        if not self.chance(0.2 + self.entangled):
            return self.real_assignment()
        self.line(self.pick("p = ga;", "p = s->data;", "p = r.data;", "pp = &p;", "pp = &s->data;",
                            "q = da;", "q = s->v;", "s = s->next;", "pp = &r.data;",
                            "r.data = p;", "s->data = ga;", "q = r.v;", "r.v = q;",
                            "{ int* const hold = p; p = s->data; s->data = hold; }",
                            "r = *s;", "*s = r;"))

    def copied(self):
        self.line(self.pick("memcpy(ga, s->next->data == ga ? gb : s->next->data, sizeof gb);",
                            "memcpy(gb, ga, sizeof gb);", "memset(gb, %s & 3, sizeof gb);" %
                            self.whole(0), "memmove(q == da ? db : da, q, sizeof db);",
                            "memcpy(&g1, &ga[%s], sizeof g1);" % self.index(0)))

    def memory(self):
        name = self.new_name("m")
        self.line("int* const %s = calloc(%d, sizeof(int));" % (name, ARRAYS))
        self.line("for (int i = 0; i < %d; ++i) %s[i] = %s;" % (
            ARRAYS, name, self.pick("i * 3", "ga[i]", "(int)q[i] & 63")))
        self.line("%s = %s[%s];" % (self.place(), name, self.index(0)))
        self.line("free(%s);" % name)

    def switch(self):
        def body():
            for case in range(self.random.randint(2, 4)):
                self.line("case %d:" % case if case < 3 else "default:")
                self.depth += 1
                self.block("", lambda: self.statements(2))
                if self.chance(0.7):
                    self.line("break;")
                self.depth -= 1
        self.block("switch (%s & 3)" % self.whole(1), body)

    def jump(self):
        if not self.chance(self.entangled):
            return self.work()
        if self.in_loop > 0 and self.chance(0.7):
            self.line("if (%s > %s) %s;" % (self.whole(1), self.pick("500", "100"),
                                           self.pick("break", "continue")))
        elif self.function > 0:
            self.line("if (%s == %s) return %s;" % (self.whole(1), self.pick("5", "17"),
                                                   self.whole(1)))

    def message(self):
        count = "%d" % self.random.randint(1, 8)
        if self.chance(self.entangled):
            count = "(%s & 15) + 1" % self.whole(1)
        buffer, kind = self.pick(("da", "MPI_DOUBLE"), ("q", "MPI_DOUBLE"), ("ga", "MPI_INT"),
                                 ("s->v", "MPI_DOUBLE"), ("db", "MPI_DOUBLE"))
        self.line(self.pick(
            "MPI_Bcast(%s, %s, %s, 0, MPI_COMM_WORLD);" % (buffer, count, kind),
            "MPI_Allreduce(MPI_IN_PLACE, %s, %s, %s, MPI_MAX, MPI_COMM_WORLD);" % (buffer, count,
                                                                                 kind),
            "MPI_Sendrecv(%s, %s, %s, right, %s, gc, %d, MPI_INT, left, MPI_ANY_TAG, "
            "MPI_COMM_WORLD, MPI_STATUS_IGNORE);" % (buffer, count, kind,
                                                     self.pick("3", "g3" if count.isdigit() else
                                                               self.whole(0)), ARRAYS),
            "{ MPI_Request both[2]; MPI_Irecv(gc, %d, MPI_INT, left, MPI_ANY_TAG, MPI_COMM_WORLD, "
            "both); MPI_Isend(%s, %s, %s, right, 1, MPI_COMM_WORLD, both + 1); "
            "MPI_Waitall(2, both, MPI_STATUSES_IGNORE); }" % (ARRAYS, buffer, count, kind),
            "{ MPI_Status status; int got; MPI_Sendrecv(%s, %s, %s, right, 1, gc, %d, MPI_INT, "
            "left, 1, MPI_COMM_WORLD, &status); MPI_Get_count(&status, MPI_INT, &got); g%d = got; }"
            % (buffer, count, kind, ARRAYS, self.random.randrange(4)),
            "if (%s) MPI_Barrier(MPI_COMM_WORLD);" % (self.whole(1) if not count.isdigit() else
                                                      "right >= 0")))

    # --- The program

    def make_function(self, number):
        self.function = number
        self.locals = []
        self.in_loop = 0
        self.budget = 22
        self.lines.append("static int f%d(int a, int* p, double* q, struct record* s) {" % number)
        self.line("struct record r = *s;")
        self.line("int** pp = &p;")
        self.statements(9)
        self.line("(void)r, (void)pp;")
        self.line("return %s;" % self.whole())
        self.lines.append("}")

    def text(self):
        head = ["#include <math.h>", "#include <mpi.h>", "#include <stdio.h>", "#include <stdlib.h>",
                "#include <string.h>", "",
                "struct record { int n; int* data; double* v; double x; struct record* next; };",
                "static int g0 = 1, g1 = 2, g2 = 3, g3 = 4, right, left;",
                "static int ga[%d], gb[%d], gc[%d];" % (ARRAYS, ARRAYS, 4 * ARRAYS),
                "static double da[%d], db[%d];" % (ARRAYS, ARRAYS),
                "typedef int function(int, int*, double*, struct record*);",
                "static function %s;" % ", ".join("f%d" % i for i in range(self.functions)),
                "static function* const table[] = {%s};" %
                ", ".join("f%d" % i for i in range(self.functions))]
        for number in range(self.functions - 1, 0, -1):
            self.make_function(number)
        self.function = 0
        self.locals = []
        self.budget = 50
        body = self.lines
        self.lines = ["int main(int argc, char** argv) {"]
        self.line("MPI_Init(&argc, &argv);")
        self.line("int rank = 0, size = 1, a = argc + 4;")
        self.line("MPI_Comm_rank(MPI_COMM_WORLD, &rank);")
        self.line("MPI_Comm_size(MPI_COMM_WORLD, &size);")
        self.line("right = (rank + 1) % size, left = (rank + size - 1) % size;")
        self.line("struct record other = {3, gb, db, 0.5, NULL}, first = {5, malloc(sizeof ga), "
                  "calloc(%d, sizeof(double)), 2, &other}, r = first, *s = &first;" % ARRAYS)
        self.line("other.next = &first;")
        self.line("for (int i = 0; i < %d; ++i) ga[i] = i * 5 & 63, gb[i] = 63 - i, first.data[i] "
                  "= i * i & 127;" % ARRAYS)
        self.line("int *p = ga, **pp = &p;")
        self.line("double* q = da;")
        for _ in range(4):
            self.statements(8)
            self.message()
            self.budget += 12
        self.line("(void)r, (void)pp, (void)table, (void)s;")
        self.line('if (rank == 0) printf("%d %g\\n", g0 + g1 + g2 + g3, da[3] + q[4]);')
        self.line("MPI_Finalize();")
        self.lines.append("}")
        stub = "static int f0(int a, int* p, double* q, struct record* s) {\n" \
               "  return a + p[0] + (int)q[0] + s->n;\n}"
        return "\n".join(head + [stub] + body + self.lines) + "\n"


if __name__ == "__main__":
    print(Program(int(sys.argv[1])).text(), end="")

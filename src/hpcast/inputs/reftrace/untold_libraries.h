// Which files' code the compiler tracer tells nothing of, though a program works there.
#pragma once

#include <string>

namespace hpcast::reftrace {

// Whether work in the code of that file, as the kernel names it, is lacking in what the compiler
// tracer tells. What was compiled by hpcast-cc is told. Not work: the C library and the dynamic
// linker (memcpy and its kin are told), and what waits for others (OpenMP, MPI and what that
// communicates by).
bool is_untold_work(const std::string& file);

// For people: "libm.so.6"; "code made while the program ran".
std::string name_of_code(const std::string& file);

}  // namespace hpcast::reftrace

#include "library.h"

#include <map>
#include <sstream>

#include "locations.h"

namespace hpcast::slicer {
namespace {

// name: words. rN, wN: memory behind argument N is read, written; w2+: from N on; retN, bytesN,
// callN, allocN, keepN, behindN, formatN, deepN, openN, fileN, give, take, at, errno as in
// LibraryFunction; @x: the hidden state x is read and changed.
constexpr const char* known_functions = R"(
malloc: alloc
calloc: alloc cost
realloc: alloc r0 ret0
aligned_alloc: alloc
valloc: alloc
memalign: alloc
posix_memalign: alloc0
strdup: alloc r0
free: free
cfree: free
memcpy: w0 r1 ret0 bytes2
memmove: w0 r1 ret0 bytes2
memset: w0 ret0 bytes2
memcmp: r0 r1 bytes2
memchr: r0 ret0
bzero: w0 bytes1
strlen: r0
strcmp: r0 r1
strncmp: r0 r1
strcasecmp: r0 r1
strncasecmp: r0 r1
strchr: r0 ret0
strrchr: r0 ret0
strstr: r0 r1 ret0
strcpy: w0 r1 ret0
strncpy: w0 r1 ret0
strcat: w0 r0 r1 ret0
strncat: w0 r0 r1 ret0
strtok: w0 r0 r1 ret0 keep0 give @strtok
strerror:
sprintf: w0 r1 r2+ format1
snprintf: w0 r2 r3+ format2
sscanf: r0 w2+
atoi: r0
atol: r0
atoll: r0
atof: r0
strtol: r0 w1 errno
strtoll: r0 w1 errno
strtoul: r0 w1 errno
strtoull: r0 w1 errno
strtod: r0 w1 errno
strtof: r0 w1 errno
getenv: r0 give @environment
setenv: r0 r1 @environment
putenv: r0 keep0 @environment
abs:
labs:
llabs:
div:
ldiv:
isspace:
isdigit:
isalpha:
isalnum:
isupper:
islower:
tolower:
toupper:
__ctype_b_loc:
__errno_location: at @errno
frexp: w1
modf: w1
sincos: w1 w2
rand: @random
srand: @random
random: @random
srandom: @random
drand48: @random
srand48: @random
lrand48: @random
rand_r: r0 w0
time: w0
clock:
clock_gettime: w1
gettimeofday: w0 w1
getrusage: w1
difftime:
nanosleep: w1
usleep:
sleep:
getpid:
gethostname: w0
sysconf:
getpagesize:
getopt: r1 w1 r2 take @getopt
getopt_long: r1 w1 r2 deep3 w4 take @getopt
getopt_long_only: r1 w1 r2 deep3 w4 take @getopt
qsort: w0 r0 call3 cost
bsearch: r0 r1 ret1 call4
printf: r0 r1+ format0
fprintf: r1 r2+ format1 file0
vprintf: r0 format0 deep1
vfprintf: r1 format1 deep2 file0
puts: r0
fputs: r0 file1
fputc: file1
putc: file1
putchar:
putchar_unlocked:
fwrite: r0 file3
fflush: file0
perror: r0
setvbuf:
setbuf:
fopen: r0 r1 open1 @files errno
fdopen: r1 open1 @files errno
tmpfile: open0 @files errno
fclose: @files errno
remove: r0 @files errno
fread: w0 @files errno
fgets: w0 ret0 @files errno
fgetc: @files errno
getc: @files errno
getchar: @files errno
ungetc: @files
scanf: r0 w1+ @files errno
fscanf: r1 w2+ @files errno
getline: alloc0 w1 @files errno
fseek: @files errno
ftell: @files errno
rewind: @files errno
feof: @files
ferror: @files
expect:
expect_with_probability:
assume:
assume_aligned: ret0
constant_p:
object_size:
prefetch:
add_overflow: w2
sub_overflow: w2
mul_overflow: w2
alloca: alloc
va_start: w0 behind0 @arguments
va_copy: w0 r1
va_end: w0
unreachable: fail
trap: fail
abort: fail
__assert_fail: fail
exit: end
_exit: end
_Exit: end
quick_exit: end
hpcast_phase: out
hpcast_region_begin: out
hpcast_region_end: out
hpcast_record_add_time: out
omp_get_thread_num:
omp_get_num_threads:
omp_get_max_threads:
omp_get_num_procs:
omp_get_wtime:
omp_set_num_threads: @openmp
cblas_ddot: r1 r3 cost
cblas_sdot: r1 r3 cost
cblas_dnrm2: r1 cost
cblas_dasum: r1 cost
cblas_idamax: r1 cost
cblas_daxpy: r2 r4 w4 cost
cblas_dcopy: r1 w3 cost
cblas_dscal: r2 w2 cost
cblas_dswap: r1 w1 r3 w3 cost
cblas_dgemv: r5 r7 r10 w10 cost
cblas_dger: r4 r6 r8 w8 cost
cblas_dtrsv: r5 r7 w7 cost
cblas_dgemm: r7 r9 r12 w12 cost
cblas_sgemm: r7 r9 r12 w12 cost
cblas_dsyrk: r6 r9 w9 cost
cblas_dtrsm: r8 r10 w10 cost
dgemm_: r0+ w11 cost
dgemv_: r0+ w9 cost
dtrsm_: r0+ w9 cost
dger_: r0+ w7 cost
daxpy_: r0+ w4 cost
ddot_: r0+ cost
dscal_: r0+ w2 cost
dcopy_: r0+ w3 cost
)";

// Of libm: value in, value out; with the suffixes f and l.
constexpr const char* mathematics = R"(
acos asin atan atan2 cos cosh sin sinh tan tanh exp exp2 expm1 log log10 log1p log2 logb ldexp scalbn
pow sqrt cbrt hypot ceil fabs floor fmod trunc round lround llround rint nearbyint lrint fmax fmin fma
copysign remainder erf erfc tgamma lgamma cexp cabs creal cimag conj carg cpow csqrt clog isnan isinf
isfinite)";

void read_word(const std::string& word, LibraryFunction& function) {
  const auto number = [&](size_t from) { return std::stoi(word.substr(from)); };
  if (word == "alloc")
    function.allocates = true;
  else if (word == "free")
    function.frees = true;
  else if (word == "cost")
    function.costs = true;
  else if (word == "fail")
    function.fails = true;
  else if (word == "end")
    function.ends = true;
  else if (word == "errno")
    function.sets_errno = true;
  else if (word == "take")
    function.takes = true;
  else if (word == "give")
    function.gives = true;
  else if (word == "at")
    function.at = true;
  else if (word[0] == '@')
    function.state = word.substr(1);
  else if (word.rfind("keep", 0) == 0)
    function.keeps = number(4);
  else if (word.rfind("format", 0) == 0)
    function.format = number(6);
  else if (word.rfind("deep", 0) == 0)
    function.deep = number(4);
  else if (word.rfind("open", 0) == 0)
    function.opens = number(4);
  else if (word.rfind("file", 0) == 0)
    function.file = number(4);
  else if (word.rfind("behind", 0) == 0)
    function.gives_behind = number(6);
  else if (word.rfind("alloc", 0) == 0)
    function.allocates_behind = number(5);
  else if (word.rfind("ret", 0) == 0)
    function.returns = number(3);
  else if (word.rfind("bytes", 0) == 0)
    function.bytes = number(5);
  else if (word.rfind("call", 0) == 0)
    function.calls = number(4);
  else if (word[0] == 'w' && word.back() == '+')
    function.writes_from = number(1);
  else if (word[0] == 'w')
    function.writes.insert(static_cast<unsigned>(number(1)));
  else if (word[0] == 'r' && word.back() == '+')
    for (unsigned i = static_cast<unsigned>(number(1)); i < 16; ++i) function.reads.insert(i);
  else if (word[0] == 'r')
    function.reads.insert(static_cast<unsigned>(number(1)));
}

std::map<std::string, LibraryFunction> read_table() {
  std::map<std::string, LibraryFunction> table;
  std::istringstream lines(known_functions);
  for (std::string line; std::getline(lines, line);) {
    const size_t colon = line.find(':');
    if (colon == std::string::npos) continue;
    LibraryFunction& function = table[line.substr(0, colon)];
    function = read_function(line.substr(colon + 1));
    if (function.bytes >= 0) function.costs = true;
  }
  std::istringstream names(mathematics);
  for (std::string name; names >> name;)
    for (const char* suffix : {"", "f", "l"}) table[name + suffix];
  return table;
}

}  // namespace

LibraryFunction read_function(const std::string& text) {
  LibraryFunction function;
  std::istringstream words(text);
  for (std::string word; words >> word;) read_word(word, function);
  return function;
}

const LibraryFunction* library_function(const std::string& name) {
  static const std::map<std::string, LibraryFunction> table = read_table();
  static const std::string builtin = "__builtin_";
  const auto found = table.find(name.rfind(builtin, 0) == 0 ? name.substr(builtin.size()) : name);
  return found == table.end() ? nullptr : &found->second;
}

bool is_standard(const FunctionDecl* function) {
  if (in_standard_namespace(function) || function->isDefaulted()) return true;
  if (!function->isImplicit()) return false;
  // What the compiler knows by name may do anything, unless it says that it is a function of
  // values.
  return function->getBuiltinID() == 0 || function->hasAttr<ConstAttr>();
}

bool is_mpi(const FunctionDecl* function) {
  if (function == nullptr || function->hasBody() || !function->getIdentifier()) return false;
  const StringRef name = function->getName();
  return name.starts_with("MPI_") || name.starts_with("PMPI_");
}

}  // namespace hpcast::slicer

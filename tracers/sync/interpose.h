// Standing in for a function of libc or libgomp.
//
// In a dynamic executable the runtime defines the function itself, which then serves the libraries
// too, and finds the real one behind it. A static executable (HPCAST_STATIC) is linked with --wrap.
#pragma once

// Parameters that a macro was given in parentheses.
#define HPCAST_UNPACK(...) __VA_ARGS__

#ifdef HPCAST_STATIC

#define HPCAST_INTERPOSED_NAME(name) "__wrap_" #name
#define HPCAST_INTERPOSE(result, name, ...)                                                  \
  extern "C" result real_##name(__VA_ARGS__) __asm__("__real_" #name);                       \
  HPCAST_EXPORT result interposed_##name(__VA_ARGS__) __asm__(HPCAST_INTERPOSED_NAME(name)); \
  HPCAST_EXPORT result interposed_##name(__VA_ARGS__)
#define HPCAST_LIBRARY_FUNCTION(result, name, ...) \
  extern "C" result real_##name(__VA_ARGS__) __asm__(#name);

#else

#include <dlfcn.h>

#include <atomic>

namespace hpcast::tracer {

template <class F>
class Real;

// The next definition of a function after the executable's own, looked up at its first use.
template <class Result, class... Arguments>
class Real<Result(Arguments...)> {
 public:
  constexpr explicit Real(const char* name) : name_(name) {}
  Result operator()(Arguments... arguments) { return get()(arguments...); }
  // Where the first use would be too late.
  void find() { get(); }

 private:
  using Function = Result (*)(Arguments...);
  Function get() {
    Function function = function_.load(std::memory_order_relaxed);
    if (function != nullptr) [[likely]]
      return function;
    function = reinterpret_cast<Function>(dlsym(RTLD_NEXT, name_));
    function_.store(function, std::memory_order_relaxed);
    return function;
  }
  const char* name_;
  std::atomic<Function> function_{nullptr};
};

}  // namespace hpcast::tracer

#define HPCAST_INTERPOSED_NAME(name) #name
#define HPCAST_LIBRARY_FUNCTION(result, name, ...) \
  static constinit hpcast::tracer::Real<result(__VA_ARGS__)> real_##name{#name};
#define HPCAST_INTERPOSE(result, name, ...)                                                  \
  HPCAST_LIBRARY_FUNCTION(result, name, __VA_ARGS__)                                         \
  HPCAST_EXPORT result interposed_##name(__VA_ARGS__) __asm__(HPCAST_INTERPOSED_NAME(name)); \
  HPCAST_EXPORT result interposed_##name(__VA_ARGS__)

#endif

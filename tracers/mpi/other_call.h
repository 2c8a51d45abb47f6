// A call of a function of which nothing is known but its name.
#pragma once

namespace hpcast::recorder {

using AnyFunction = long (*)(long, long, long, long, long, long, long, long, long, long, long, long,
                             long, long);

struct OtherFunction {
  const char* name;  // with PMPI
  bool noted;        // in the profile, as not understood
  AnyFunction found = nullptr;

  AnyFunction real();
};

class OtherCall {
 public:
  explicit OtherCall(const OtherFunction& function);
  ~OtherCall();
  OtherCall(const OtherCall&) = delete;
  OtherCall& operator=(const OtherCall&) = delete;

 private:
  const OtherFunction& function_;
  alignas(8) unsigned char call_[16];
};

}  // namespace hpcast::recorder

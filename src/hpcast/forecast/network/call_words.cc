#include "hpcast/forecast/network/call_words.h"

namespace hpcast::forecast {

using mpitrace::Kind;
using mpitrace::Operation;

namespace {

const char* kind_name(const Operation& operation) {
  switch (operation.kind) {
    case Kind::compute:
      return "computes";
    case Kind::send:
      return "send";
    case Kind::isend:
      return "isend";
    case Kind::receive:
      return "receive";
    case Kind::ireceive:
      return "ireceive";
    case Kind::probe:
      return "probe";
    case Kind::wait:
      return "wait";
    case Kind::put:
      return "put";
    case Kind::get:
      return "get";
    case Kind::flush:
      return "flush";
    default:
      return name_of(operation.collective);
  }
}

}  // namespace

std::string call_name(const mpitrace::Profile& profile, const Operation& operation) {
  const std::string& function = profile.functions[operation.function];
  return function.empty() ? kind_name(operation) : function;
}

std::optional<std::uint64_t> call_bytes(const Operation& operation) {
  switch (operation.kind) {
    case Kind::receive:
    case Kind::ireceive:
      if (operation.amount == 0) return {};  // unknown
      return operation.amount;
    case Kind::send:
    case Kind::isend:
    case Kind::put:
    case Kind::get:
      return operation.amount;
    case Kind::collective:
    case Kind::icollective:
      if (operation.collective == mpitrace::Collective::barrier) return {};
      return operation.amount;
    default:
      return {};
  }
}

std::optional<std::uint32_t> call_peer(const Operation& operation) {
  switch (operation.kind) {
    case Kind::send:
    case Kind::isend:
    case Kind::receive:
    case Kind::ireceive:
    case Kind::probe:
    case Kind::put:
    case Kind::get:
      if (operation.peer < 0) return {};
      return static_cast<std::uint32_t>(operation.peer);
    default:
      return {};
  }
}

}  // namespace hpcast::forecast

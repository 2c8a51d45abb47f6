// Values as bytes and back, for the other processes of the same simulation: the same program, so no
// format that anybody else would read.
#pragma once

#include <cstring>
#include <string>
#include <type_traits>
#include <vector>

namespace hpcast::netsim {

class PackWriter {
 public:
  template <class... T>
  void operator()(const T&... values) {
    (put(values), ...);
  }
  std::vector<char> take() { return std::move(bytes_); }

 private:
  template <class T>
  void put(const T& value) {
    static_assert(std::is_trivially_copyable_v<T>);
    const auto* from = reinterpret_cast<const char*>(&value);
    bytes_.insert(bytes_.end(), from, from + sizeof value);
  }
  void put(const std::string& text) { put(std::vector<char>(text.begin(), text.end())); }
  template <class T>
  void put(const std::vector<T>& values) {
    put(values.size());
    if constexpr (std::is_trivially_copyable_v<T>) {
      const auto* from = reinterpret_cast<const char*>(values.data());
      bytes_.insert(bytes_.end(), from, from + values.size() * sizeof(T));
    } else {
      for (const T& value : values) put(value);
    }
  }
  std::vector<char> bytes_;
};

class PackReader {
 public:
  explicit PackReader(const char* at) : at_(at) {}
  template <class... T>
  void operator()(T&... values) {
    (get(values), ...);
  }

 private:
  template <class T>
  void get(T& value) {
    static_assert(std::is_trivially_copyable_v<T>);
    std::memcpy(&value, at_, sizeof value);
    at_ += sizeof value;
  }
  void get(std::string& text) {
    std::vector<char> letters;
    get(letters);
    text.assign(letters.begin(), letters.end());
  }
  template <class T>
  void get(std::vector<T>& values) {
    std::size_t size = 0;
    get(size);
    values.resize(size);
    if constexpr (std::is_trivially_copyable_v<T>) {
      if (size > 0) std::memcpy(values.data(), at_, size * sizeof(T));
      at_ += size * sizeof(T);
    } else {
      for (T& value : values) get(value);
    }
  }
  const char* at_;
};

}  // namespace hpcast::netsim

// Rows of a small node lie all over the columns: whatever is below it would miss the cache.
#include <cstddef>
#include <numeric>

#include "hpcast/base/regression/grow.h"

namespace hpcast::regression {

namespace {

template <class Code>
void copy_codes(const std::vector<Code>& codes, const std::vector<std::uint32_t>& rows,
                Code* copy) {
  for (std::size_t i = 0; i < rows.size(); ++i) copy[i] = codes[rows[i]];
}

}  // namespace

void Grower::pack(const Pending& node) {
  packed_ = true;
  packed_end_ = node.end;
  packed_rows_.assign(rows_.begin() + node.begin, rows_.begin() + node.end);
  std::iota(rows_.begin() + node.begin, rows_.begin() + node.end, 0);
  const std::size_t count = packed_rows_.size();
  packed_narrow_.resize(count * features_.size());
  packed_wide_.resize(count * features_.size());
  for (std::uint32_t k = 0; k < node.features; ++k) {
    const Column& column = training_.columns[features_[k]];
    if (column.wide.empty())
      copy_codes(column.narrow, packed_rows_, packed_narrow_.data() + features_[k] * count);
    else
      copy_codes(column.wide, packed_rows_, packed_wide_.data() + features_[k] * count);
  }
}

const std::uint8_t* Grower::narrow_codes(std::uint32_t feature) const {
  if (!packed_) return training_.columns[feature].narrow.data();
  return packed_narrow_.data() + feature * packed_rows_.size();
}

const std::uint32_t* Grower::wide_codes(std::uint32_t feature) const {
  if (!packed_) return training_.columns[feature].wide.data();
  return packed_wide_.data() + feature * packed_rows_.size();
}

}  // namespace hpcast::regression

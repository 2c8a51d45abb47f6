#include "standard_calls.h"

#include <algorithm>
#include <sstream>

namespace hpcast::slicer {
namespace {

std::set<std::string> words_of(const char* text) {
  std::istringstream words(text);
  std::set<std::string> found;
  for (std::string word; words >> word;) found.insert(word);
  return found;
}

// Methods that tell of an object, or give a way to its elements.
const std::set<std::string>& reaching_methods() {
  static const std::set<std::string> names = words_of(
      "size empty capacity length operator[] at data begin end cbegin cend rbegin rend crbegin "
      "crend front back top get operator* operator-> c_str operator== operator!= operator< "
      "operator- operator+ base has_value value max_size");
  return names;
}

const std::set<std::string>& reaching_functions() {
  static const std::set<std::string> names = words_of(
      "move forward addressof as_const get begin end cbegin cend next prev ref cref tie "
      "forward_as_tuple operator== operator!=");
  return names;
}

const std::set<std::string>& reading_functions() {
  static const std::set<std::string> names = words_of(
      "accumulate reduce transform_reduce inner_product max_element min_element minmax_element "
      "max min minmax clamp count count_if find find_if find_if_not find_first_of all_of any_of "
      "none_of equal mismatch search lower_bound upper_bound binary_search equal_range distance "
      "is_sorted adjacent_find lexicographical_compare to_string stoi stol stoll stoul stoull stof "
      "stod make_pair make_tuple abs norm real imag conj setprecision setw setfill");
  return names;
}

// Classes whose methods and constructors change their object, and nothing through what it holds.
const std::set<std::string>& own_classes() {
  static const std::set<std::string> names = words_of(
      "vector array deque list forward_list map multimap set multiset unordered_map "
      "unordered_multimap unordered_set unordered_multiset basic_string basic_string_view span "
      "stack queue priority_queue bitset complex unique_ptr shared_ptr weak_ptr optional variant "
      "function initializer_list allocator duration time_point ios_base basic_ios basic_ostream "
      "basic_istream basic_iostream basic_ofstream basic_ifstream basic_fstream "
      "basic_ostringstream basic_istringstream basic_stringstream mersenne_twister_engine "
      "linear_congruential_engine random_device");
  return names;
}

bool is_iterator(const std::string& name) { return name.find("iterator") != std::string::npos; }

// A tuple, pair that refers to what is elsewhere.
bool holds_references(const CXXRecordDecl* record) {
  bool found = false;
  each_type_in(record, [&](QualType type) { found |= type->isReferenceType(); });
  return found;
}

bool is_container(QualType type) {
  const CXXRecordDecl* const record = type.getNonReferenceType()->getAsCXXRecordDecl();
  return record != nullptr && in_standard_namespace(record) &&
         own_classes().contains(record->getNameAsString());
}

StandardCall kind_of_method(const CXXMethodDecl* method, bool constructs) {
  const CXXRecordDecl* const record = method->getParent();
  const std::string owner = record->getNameAsString(), name = method->getNameAsString();
  const bool proxy = owner == "_Bit_reference" || owner == "reference";
  const bool inserts = name == "operator[]" && (owner == "map" || owner == "unordered_map");
  if (proxy || holds_references(record)) return StandardCall::unknown;
  if (!constructs && !inserts && reaching_methods().contains(name)) return StandardCall::reaches;
  if (isa<CXXConversionDecl>(method) && name == "operator bool") return StandardCall::reaches;
  if (owner == "function" && name == "operator()") return StandardCall::unknown;
  if (name == "swap" && own_classes().contains(owner)) return StandardCall::swaps;
  const bool own = own_classes().contains(owner) || is_iterator(owner) || owner == "pair" ||
                   owner == "tuple" || owner.ends_with("_distribution");
  return own ? StandardCall::own : StandardCall::unknown;
}

}  // namespace

StandardCall kind_of(const Call& call) {
  const FunctionDecl* const callee = call.direct;
  if (callee == nullptr) return StandardCall::unknown;
  const auto* method = dyn_cast<CXXMethodDecl>(callee);
  if (!in_standard_namespace(callee)) return StandardCall::own;  // made by the compiler
  if (method != nullptr) return kind_of_method(method, isa<CXXConstructExpr>(call.expression));
  const std::string name = callee->getNameAsString();
  if (name == "swap" && is_container(callee->getParamDecl(0)->getType()))
    return StandardCall::swaps;
  if (reaching_functions().contains(name)) return StandardCall::reaches;
  if (reading_functions().contains(name)) return StandardCall::reads;
  if (name == "operator<<" || name == "operator>>" || name == "getline") return StandardCall::own;
  return StandardCall::unknown;
}

bool synchronises(const FunctionDecl* function) {
  static const std::set<std::string> classes = words_of(
      "mutex __mutex_base recursive_mutex __recursive_mutex_base timed_mutex recursive_timed_mutex "
      "shared_mutex shared_timed_mutex lock_guard unique_lock scoped_lock shared_lock "
      "condition_variable condition_variable_any future shared_future __basic_future promise "
      "packaged_task latch barrier counting_semaphore");
  static const std::set<std::string> functions = words_of("lock try_lock call_once async");
  if (!in_standard_namespace(function)) return false;
  const auto* method = dyn_cast<CXXMethodDecl>(function);
  return method != nullptr ? classes.contains(method->getParent()->getNameAsString())
                           : functions.contains(function->getNameAsString());
}

bool holds_threads(QualType type) {
  type = type.getNonReferenceType();
  if (type->isPointerType()) type = type->getPointeeType();
  const CXXRecordDecl* const record = type->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
  if (record == nullptr || !in_standard_namespace(record)) return false;
  bool found = record->getNameAsString() == "thread" || record->getNameAsString() == "jthread";
  each_type_in(record, [&](QualType inner) { found |= holds_threads(inner); });
  return found;
}

bool is_on_buffer(QualType type) {
  const CXXRecordDecl* const record = type->getAsCXXRecordDecl();
  if (record == nullptr || !in_standard_namespace(record)) return false;
  const std::string name = record->getNameAsString();
  return name == "basic_ostream" || name == "basic_iostream";
}

bool only_reaches(const Call& call) {
  return call.object != nullptr && call.direct != nullptr && in_standard_namespace(call.direct) &&
         kind_of(call) == StandardCall::reaches;
}

void collect_records(QualType type, std::vector<const CXXRecordDecl*>& found) {
  if (type.isNull()) return;
  type = type.getNonReferenceType();
  while (type->isPointerType()) type = type->getPointeeType();
  const CXXRecordDecl* record = type->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
  if (record == nullptr || (record = record->getDefinition()) == nullptr) return;
  if (in_standard_namespace(record))
    each_type_in(record, [&](QualType inner) { collect_records(inner, found); });
  else if (std::find(found.begin(), found.end(), record) == found.end())
    found.push_back(record);
}

}  // namespace hpcast::slicer

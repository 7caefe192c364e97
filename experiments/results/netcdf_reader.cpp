#include "experiments/results/netcdf_reader.hpp"

#include <hdf5_hl.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

#include "experiments/results/hdf5_handle.hpp"

namespace aleator::results {
namespace {

using Shape = std::vector<hsize_t>;

constexpr std::string_view dimension_without_values = "This is a netCDF dimension but not a netCDF variable.";

/// Attributes by which netCDF ties variables to dimensions.
constexpr std::array<std::string_view, 6> bookkeeping = {"CLASS",          "NAME",          "REFERENCE_LIST",
                                                         "DIMENSION_LIST", "_Netcdf4Dimid", "_Netcdf4Coordinates"};

/// Calls an HDF5 function that reports a text's length and copies it, `function(buffer, bytes)`, twice: length, then
/// text.
template <class Function>
std::string text_of(Function function, const std::string& doing) {
  std::string text(static_cast<std::size_t>(check(function(nullptr, std::size_t{0}), doing)), '\0');
  check(function(text.data(), text.size() + 1), doing);
  return text;
}

std::optional<ValueKind> kind_of(const Handle& type) {
  switch (H5Tget_class(type.get())) {
    case H5T_FLOAT:
      return ValueKind::floats;
    case H5T_INTEGER:
      return ValueKind::integers;
    case H5T_STRING:
      return ValueKind::strings;
    default:
      return std::nullopt;
  }
}

Shape shape_of(const Handle& space, const std::string& doing) {
  Shape shape(static_cast<std::size_t>(check(H5Sget_simple_extent_ndims(space.get()), doing)));
  check(H5Sget_simple_extent_dims(space.get(), shape.data(), nullptr), doing);
  return shape;
}

std::size_t element_count(const Handle& space, const std::string& doing) {
  return static_cast<std::size_t>(check(H5Sget_simple_extent_npoints(space.get()), doing));
}

/// The strings of a dataset or attribute, of fixed or variable length.
/// @param read  copies all elements, `read(type, buffer)`: H5Dread or H5Aread
template <class Read>
std::vector<std::string> texts_of(const Handle& type, const Handle& space, Read read, const std::string& doing) {
  const std::size_t count = element_count(space, doing);
  std::vector<std::string> texts;
  texts.reserve(count);
  if (count == 0) return texts;  // HDF5 refuses to free none
  if (check(H5Tis_variable_str(type.get()), doing) > 0) {
    std::vector<char*> pointers(count);
    check(read(type.get(), static_cast<void*>(pointers.data())), doing);
    for (const char* pointer : pointers) texts.emplace_back(pointer != nullptr ? pointer : "");
    check(H5Dvlen_reclaim(type.get(), space.get(), H5P_DEFAULT, static_cast<void*>(pointers.data())), doing);
    return texts;
  }
  const std::size_t bytes = H5Tget_size(type.get());
  std::string block(count * bytes, '\0');
  check(read(type.get(), static_cast<void*>(block.data())), doing);
  for (std::size_t i = 0; i < count; ++i) {
    const std::string_view padded(block.data() + i * bytes, bytes);
    texts.emplace_back(padded.substr(0, padded.find('\0')));
  }
  return texts;
}

template <class T>
Attribute read_numbers(const Handle& attribute, const std::string& name, std::size_t count, hid_t memory_type,
                       const std::string& doing) {
  std::vector<T> values(count);
  check(H5Aread(attribute.get(), memory_type, values.data()), doing);
  if (count == 1) return {name, values.front()};
  return {name, std::move(values)};
}

std::optional<Attribute> read_attribute(const Handle& attribute, const std::string& name, const std::string& doing) {
  const Handle type(check(H5Aget_type(attribute.get()), doing));
  const Handle space(check(H5Aget_space(attribute.get()), doing));
  const std::optional<ValueKind> kind = kind_of(type);
  if (!kind) return std::nullopt;
  if (*kind == ValueKind::floats) {
    return read_numbers<double>(attribute, name, element_count(space, doing), H5T_NATIVE_DOUBLE, doing);
  }
  if (*kind == ValueKind::integers) {
    return read_numbers<std::int64_t>(attribute, name, element_count(space, doing), H5T_NATIVE_INT64, doing);
  }
  const auto read = [&](hid_t in_memory, void* data) { return H5Aread(attribute.get(), in_memory, data); };
  std::string joined;
  for (const std::string& text : texts_of(type, space, read, doing)) joined += (joined.empty() ? "" : "\n") + text;
  return Attribute{name, joined};
}

/// HDF5 can list in creation order only what was created so; other programs' files come in the order of their names.
H5_index_t attribute_order(const Handle& object) {
  const bool is_group = H5Iget_type(object.get()) == H5I_GROUP;
  const Handle creation(is_group ? H5Gget_create_plist(object.get()) : H5Dget_create_plist(object.get()));
  unsigned flags = 0;
  H5Pget_attr_creation_order(creation.get(), &flags);
  return (flags & H5P_CRT_ORDER_TRACKED) != 0 ? H5_INDEX_CRT_ORDER : H5_INDEX_NAME;
}

H5_index_t link_order(const Handle& group) {
  const Handle creation(H5Gget_create_plist(group.get()));
  unsigned flags = 0;
  H5Pget_link_creation_order(creation.get(), &flags);
  return (flags & H5P_CRT_ORDER_TRACKED) != 0 ? H5_INDEX_CRT_ORDER : H5_INDEX_NAME;
}

std::vector<Attribute> attributes_of(const Handle& object, const std::string& doing) {
  H5O_info_t info;
  check(H5Oget_info2(object.get(), &info, H5O_INFO_NUM_ATTRS), doing);
  const H5_index_t order = attribute_order(object);
  std::vector<Attribute> attributes;
  for (hsize_t i = 0; i < info.num_attrs; ++i) {
    const Handle attribute(
        check(H5Aopen_by_idx(object.get(), ".", order, H5_ITER_INC, i, H5P_DEFAULT, H5P_DEFAULT), doing));
    const std::string name =
        text_of([&](char* text, std::size_t bytes) { return H5Aget_name(attribute.get(), bytes, text); }, doing);
    if (std::find(bookkeeping.begin(), bookkeeping.end(), name) != bookkeeping.end()) continue;
    if (auto read = read_attribute(attribute, name, doing)) attributes.push_back(std::move(*read));
  }
  return attributes;
}

/// For H5DSiterate_scales: takes the name of the first scale, which is that of its dimension.
herr_t take_name(hid_t, unsigned, hid_t scale, void* data) {
  std::array<char, 1024> path{};
  if (H5Iget_name(scale, path.data(), path.size()) < 0) return -1;
  const std::string_view whole(path.data());
  *static_cast<std::string*>(data) = whole.substr(whole.rfind('/') + 1);
  return 1;
}

std::vector<std::string> dimensions_of(const Handle& dataset, const std::string& name, std::size_t rank,
                                       const std::string& doing) {
  if (check(H5DSis_scale(dataset.get()), doing) > 0) return {name};
  std::vector<std::string> dimensions(rank);
  for (unsigned i = 0; i < rank; ++i) {
    if (check(H5DSget_num_scales(dataset.get(), i), doing) == 0) continue;
    check(H5DSiterate_scales(dataset.get(), i, nullptr, take_name, &dimensions[i]), doing);
  }
  return dimensions;
}

bool is_dimension_without_values(const Handle& dataset, const std::string& doing) {
  if (check(H5DSis_scale(dataset.get()), doing) == 0) return false;
  std::array<char, 128> name{};
  check(H5DSget_scale_name(dataset.get(), name.data(), name.size()), doing);
  return std::string_view(name.data()).starts_with(dimension_without_values);
}

std::optional<VariableInfo> describe(const Handle& object, const std::string& name, const std::string& doing) {
  if (H5Iget_type(object.get()) != H5I_DATASET || is_dimension_without_values(object, doing)) return std::nullopt;
  const std::optional<ValueKind> kind = kind_of(Handle(check(H5Dget_type(object.get()), doing)));
  if (!kind) return std::nullopt;
  const Shape shape = shape_of(Handle(check(H5Dget_space(object.get()), doing)), doing);
  return VariableInfo{name,
                      *kind,
                      dimensions_of(object, name, shape.size(), doing),
                      {shape.begin(), shape.end()},
                      attributes_of(object, doing)};
}

}  // namespace

struct NetcdfReader::State {
  std::string path;
  std::string doing;
  Handle file;

  Handle group(const std::string& name) const {
    return Handle(check(H5Gopen2(file.get(), name.c_str(), H5P_DEFAULT), path + " has no group " + name));
  }
  Handle variable(const std::string& name) const {
    return Handle(check(H5Dopen2(file.get(), name.c_str(), H5P_DEFAULT), path + " has no variable " + name));
  }
  /// @throws FileError if the variable is not of one of the kinds
  Handle numbers(const std::string& name, std::initializer_list<ValueKind> kinds) const;
  template <class T>
  std::vector<T> read(const std::string& name, hid_t memory_type, std::initializer_list<ValueKind> kinds) const;
  template <class T>
  T read_one(const std::string& name, std::uint64_t i, hid_t memory_type, std::initializer_list<ValueKind> kinds) const;
};

Handle NetcdfReader::State::numbers(const std::string& name, std::initializer_list<ValueKind> kinds) const {
  Handle dataset = variable(name);
  const std::optional<ValueKind> kind = kind_of(Handle(check(H5Dget_type(dataset.get()), doing)));
  if (!kind || std::find(kinds.begin(), kinds.end(), *kind) == kinds.end()) {
    throw FileError(path + ": the variable " + name + " is of another type");
  }
  return dataset;
}

template <class T>
std::vector<T> NetcdfReader::State::read(const std::string& name, hid_t memory_type,
                                         std::initializer_list<ValueKind> kinds) const {
  const Handle dataset = numbers(name, kinds);
  const Handle space(check(H5Dget_space(dataset.get()), doing));
  std::vector<T> values(element_count(space, doing));
  check(H5Dread(dataset.get(), memory_type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()), doing);
  return values;
}

template <class T>
T NetcdfReader::State::read_one(const std::string& name, std::uint64_t i, hid_t memory_type,
                                std::initializer_list<ValueKind> kinds) const {
  const Handle dataset = numbers(name, kinds);
  const Handle space(check(H5Dget_space(dataset.get()), doing));
  const hsize_t start = i;
  const hsize_t count = 1;
  check(H5Sselect_hyperslab(space.get(), H5S_SELECT_SET, &start, nullptr, &count, nullptr), doing);
  const Handle one(check(H5Screate_simple(1, &count, nullptr), doing));
  T value{};
  check(H5Dread(dataset.get(), memory_type, one.get(), space.get(), H5P_DEFAULT, &value), doing);
  return value;
}

NetcdfReader::NetcdfReader(const std::filesystem::path& path) {
  const std::string doing = "cannot read " + path.string();
  const Handle access = file_access(doing);
  Handle file(H5Fopen(path.c_str(), H5F_ACC_RDONLY, access.get()));
  if (file.get() < 0) {
    const std::string reason = last_hdf5_reason();
    if (reason == "file signature not found") throw FileError(path.string() + " is not an HDF5 file");
    throw FileError(doing + ": " + reason);
  }
  state_.reset(new State{path.string(), doing, std::move(file)});
}

NetcdfReader::NetcdfReader(NetcdfReader&&) noexcept = default;
NetcdfReader& NetcdfReader::operator=(NetcdfReader&&) noexcept = default;
NetcdfReader::~NetcdfReader() = default;

bool NetcdfReader::has_group(const std::string& group) const {
  return Handle(H5Gopen2(state_->file.get(), group.c_str(), H5P_DEFAULT)).get() >= 0;
}

std::vector<VariableInfo> NetcdfReader::variables(const std::string& group) const {
  const std::string& doing = state_->doing;
  const Handle id = state_->group(group);
  H5G_info_t info;
  check(H5Gget_info(id.get(), &info), doing);
  const H5_index_t order = link_order(id);
  std::vector<VariableInfo> variables;
  for (hsize_t i = 0; i < info.nlinks; ++i) {
    const auto copy_name = [&](char* text, std::size_t bytes) {
      return H5Lget_name_by_idx(id.get(), ".", order, H5_ITER_INC, i, text, bytes, H5P_DEFAULT);
    };
    const std::string name = text_of(copy_name, doing);
    const Handle object(check(H5Oopen(id.get(), name.c_str(), H5P_DEFAULT), doing));
    if (auto variable = describe(object, name, doing)) variables.push_back(std::move(*variable));
  }
  return variables;
}

std::vector<Attribute> NetcdfReader::attributes(const std::string& group) const {
  return attributes_of(state_->group(group), state_->doing);
}

std::vector<double> NetcdfReader::read_doubles(const std::string& variable) const {
  return state_->read<double>(variable, H5T_NATIVE_DOUBLE, {ValueKind::floats, ValueKind::integers});
}

std::vector<std::int64_t> NetcdfReader::read_integers(const std::string& variable) const {
  return state_->read<std::int64_t>(variable, H5T_NATIVE_INT64, {ValueKind::integers});
}

double NetcdfReader::read_double(const std::string& variable, std::uint64_t i) const {
  return state_->read_one<double>(variable, i, H5T_NATIVE_DOUBLE, {ValueKind::floats});
}

std::int64_t NetcdfReader::read_integer(const std::string& variable, std::uint64_t i) const {
  return state_->read_one<std::int64_t>(variable, i, H5T_NATIVE_INT64, {ValueKind::integers});
}

std::uint64_t NetcdfReader::length(const std::string& variable) const {
  const Handle dataset = state_->variable(variable);
  const Handle space(check(H5Dget_space(dataset.get()), state_->doing));
  return element_count(space, state_->doing);
}

std::vector<std::string> NetcdfReader::read_strings(const std::string& variable) const {
  const std::string& doing = state_->doing;
  const Handle dataset = state_->variable(variable);
  const Handle type(check(H5Dget_type(dataset.get()), doing));
  if (kind_of(type) != ValueKind::strings)
    throw FileError(state_->path + ": the variable " + variable + " holds no text");
  const Handle space(check(H5Dget_space(dataset.get()), doing));
  const auto read = [&](hid_t in_memory, void* data) {
    return H5Dread(dataset.get(), in_memory, H5S_ALL, H5S_ALL, H5P_DEFAULT, data);
  };
  return texts_of(type, space, read, doing);
}

}  // namespace aleator::results

#include "experiments/results/netcdf_writer.hpp"

#include <hdf5_hl.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <map>
#include <stdexcept>
#include <system_error>

#include "experiments/results/hdf5_handle.hpp"
#include "experiments/results/hdf5_output.hpp"
#include "experiments/results/replace_file.hpp"

namespace aleator::results {
namespace {

using Shape = std::vector<hsize_t>;

constexpr hsize_t chunk_bytes = 1 << 20;  // as large as HDF5's chunk cache
constexpr unsigned creation_order = H5P_CRT_ORDER_TRACKED | H5P_CRT_ORDER_INDEXED;

hid_t file_type(ElementType type) {
  switch (type) {
    case ElementType::f64:
      return H5T_IEEE_F64LE;
    case ElementType::i64:
      return H5T_STD_I64LE;
    case ElementType::i32:
      return H5T_STD_I32LE;
    case ElementType::i8:
      return H5T_STD_I8LE;
  }
  throw std::invalid_argument("unknown element type");
}

hid_t memory_type(ElementType type) {
  switch (type) {
    case ElementType::f64:
      return H5T_NATIVE_DOUBLE;
    case ElementType::i64:
      return H5T_NATIVE_INT64;
    case ElementType::i32:
      return H5T_NATIVE_INT32;
    case ElementType::i8:
      return H5T_NATIVE_INT8;
  }
  throw std::invalid_argument("unknown element type");
}

/// A UTF-8 string type of `bytes` bytes, or H5T_VARIABLE.
Handle string_type(std::size_t bytes, const std::string& doing) {
  Handle type(check(H5Tcopy(H5T_C_S1), doing));
  check(H5Tset_size(type.get(), bytes), doing);
  check(H5Tset_cset(type.get(), H5T_CSET_UTF8), doing);
  if (bytes != H5T_VARIABLE) check(H5Tset_strpad(type.get(), H5T_STR_NULLPAD), doing);
  return type;
}

Handle data_space(const Shape& shape, const std::string& doing) {
  if (shape.empty()) return Handle(check(H5Screate(H5S_SCALAR), doing));
  return Handle(check(H5Screate_simple(static_cast<int>(shape.size()), shape.data(), nullptr), doing));
}

hsize_t element_count(const Shape& shape) {
  hsize_t count = 1;
  for (const hsize_t length : shape) count *= length;
  return count;
}

/// Attributes in creation order, no times.
Handle dataset_creation(const std::string& doing) {
  Handle creation(check(H5Pcreate(H5P_DATASET_CREATE), doing));
  check(H5Pset_attr_creation_order(creation.get(), creation_order), doing);
  check(H5Pset_obj_track_times(creation.get(), false), doing);
  return creation;
}

/// Links and attributes in creation order, no times.
/// @param list_class  H5P_GROUP_CREATE or H5P_FILE_CREATE, whose settings are those of the root group
Handle group_creation(hid_t list_class, const std::string& doing) {
  Handle creation(check(H5Pcreate(list_class), doing));
  check(H5Pset_link_creation_order(creation.get(), creation_order), doing);
  check(H5Pset_attr_creation_order(creation.get(), creation_order), doing);
  check(H5Pset_obj_track_times(creation.get(), false), doing);
  return creation;
}

/// Chunks of whole trailing dimensions as far as they fit into `chunk_bytes`; none longer than its dimension.
Shape chunk_shape(const Shape& shape, std::size_t element_bytes) {
  Shape chunk(shape.size());
  hsize_t room = chunk_bytes / element_bytes;
  for (std::size_t i = shape.size(); i-- > 0;) {
    chunk[i] = std::min(shape[i], room);
    room /= chunk[i];
  }
  return chunk;
}

void set_compression(const Handle& creation, int level, const Shape& shape, std::size_t element_bytes,
                     const std::string& doing) {
  if (level < 0 || level > 9) throw std::invalid_argument("compression " + std::to_string(level) + " is not in 0..9");
  if (level == 0 || shape.empty() || element_count(shape) == 0) return;
  const Shape chunk = chunk_shape(shape, element_bytes);
  check(H5Pset_chunk(creation.get(), static_cast<int>(chunk.size()), chunk.data()), doing);
  check(H5Pset_shuffle(creation.get()), doing);
  check(H5Pset_deflate(creation.get(), static_cast<unsigned>(level)), doing);
}

void set_fill_value(const Handle& creation, ElementType type, const std::string& doing) {
  const bool floats = type == ElementType::f64;
  const void* value = floats ? static_cast<const void*>(&missing_float) : &missing_integer;
  check(H5Pset_fill_value(creation.get(), floats ? H5T_NATIVE_DOUBLE : H5T_NATIVE_INT, value), doing);
}

void write_attribute(const Handle& object, const std::string& name, hid_t type_in_file, hid_t type_in_memory,
                     const Shape& shape, const void* data, const std::string& doing) {
  const Handle space = data_space(shape, doing);
  const Handle attribute(
      check(H5Acreate2(object.get(), name.c_str(), type_in_file, space.get(), H5P_DEFAULT, H5P_DEFAULT), doing));
  check(H5Awrite(attribute.get(), type_in_memory, data), doing);
}

template <class T>
void write_value(const Handle& object, const std::string& name, std::span<const T> values, const std::string& doing) {
  if (values.empty()) throw std::invalid_argument("attribute " + name + " has no values");
  constexpr ElementType type = element_type_of<T>;
  write_attribute(object, name, file_type(type), memory_type(type), {values.size()}, values.data(), doing);
}

void write_value(const Handle& object, const std::string& name, const std::string& text, const std::string& doing) {
  const Handle type = string_type(std::max<std::size_t>(1, text.size()), doing);
  write_attribute(object, name, type.get(), type.get(), {}, text.c_str(), doing);
}

template <class T>
void write_value(const Handle& object, const std::string& name, const std::vector<T>& values,
                 const std::string& doing) {
  write_value(object, name, std::span<const T>(values), doing);
}

template <class T>
requires std::is_arithmetic_v<T>
void write_value(const Handle& object, const std::string& name, T value, const std::string& doing) {
  write_value(object, name, std::span<const T>(&value, 1), doing);
}

void write_attribute(const Handle& object, const Attribute& attribute, const std::string& doing) {
  std::visit([&](const auto& value) { write_value(object, attribute.name, value, doing); }, attribute.value);
}

void write_strings(const Handle& dataset, std::span<const std::string> values, const std::string& doing) {
  std::vector<const char*> texts;
  texts.reserve(values.size());
  for (const std::string& value : values) texts.push_back(value.c_str());
  const Handle type = string_type(H5T_VARIABLE, doing);
  check(H5Dwrite(dataset.get(), type.get(), H5S_ALL, H5S_ALL, H5P_DEFAULT, texts.data()), doing);
}

void check_name(const std::string& name) {
  const auto is_ascii_letter_or_digit = [](unsigned char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
  };
  const auto is_forbidden = [](unsigned char c) { return c < 0x20 || c == 0x7f || c == '/'; };
  const unsigned char first = name.empty() ? ' ' : static_cast<unsigned char>(name.front());
  if (!(is_ascii_letter_or_digit(first) || first == '_' || first >= 0x80) || name.back() == ' ' ||
      std::any_of(name.begin(), name.end(), is_forbidden)) {
    throw std::invalid_argument("\"" + name + "\" cannot be the name of a variable, dimension or group");
  }
}

}  // namespace

// ---- variables

struct NetcdfVariable::State {
  std::string doing;
  std::string name;
  ElementType type;
  Shape shape;
  Handle dataset;
};

void NetcdfVariable::write(const void* data) {
  check(H5Dwrite(state_->dataset.get(), memory_type(state_->type), H5S_ALL, H5S_ALL, H5P_DEFAULT, data), state_->doing);
}

void NetcdfVariable::write(std::span<const std::uint64_t> offset, std::span<const std::uint64_t> count,
                           const void* data) {
  const Shape& shape = state_->shape;
  bool fits = !shape.empty() && offset.size() == shape.size() && count.size() == shape.size();
  for (std::size_t i = 0; fits && i < shape.size(); ++i) {
    fits = offset[i] <= shape[i] && count[i] <= shape[i] - offset[i];
  }
  if (!fits) throw std::invalid_argument("variable " + state_->name + ": the block written is not inside its shape");
  const Shape start(offset.begin(), offset.end());
  const Shape block(count.begin(), count.end());
  if (element_count(block) == 0) return;
  const Handle in_file = data_space(shape, state_->doing);
  const Handle in_memory = data_space(block, state_->doing);
  check(H5Sselect_hyperslab(in_file.get(), H5S_SELECT_SET, start.data(), nullptr, block.data(), nullptr),
        state_->doing);
  check(H5Dwrite(state_->dataset.get(), memory_type(state_->type), in_memory.get(), in_file.get(), H5P_DEFAULT, data),
        state_->doing);
}

// ---- groups

struct NetcdfGroup::State {
  struct Dimension {
    hsize_t length;
    Handle scale;
  };

  std::string doing;
  Handle id;
  std::map<std::string, Dimension> dimensions = {};

  void check_is_free(const std::string& name) const;
  Handle create(const std::string& name, hid_t type, const Shape& shape, const Handle& creation);
  Shape shape_of(const std::string& variable, const std::vector<std::string>& names) const;
  void describe(const Handle& dataset, const std::vector<std::string>& names, const std::vector<Attribute>& attributes);
  void make_scale(const std::string& name, const std::string& scale_name, hsize_t length, Handle dataset);
  void number_axis(const std::string& name, ElementType type, hsize_t length, const void* values,
                   const std::vector<Attribute>& attributes);
};

void NetcdfGroup::State::check_is_free(const std::string& name) const {
  check_name(name);
  if (check(H5Lexists(id.get(), name.c_str(), H5P_DEFAULT), doing) > 0) {
    throw std::invalid_argument("the name \"" + name + "\" is used twice in one group");
  }
}

Handle NetcdfGroup::State::create(const std::string& name, hid_t type, const Shape& shape, const Handle& creation) {
  check_is_free(name);
  const Handle space = data_space(shape, doing);
  return Handle(
      check(H5Dcreate2(id.get(), name.c_str(), type, space.get(), H5P_DEFAULT, creation.get(), H5P_DEFAULT), doing));
}

Shape NetcdfGroup::State::shape_of(const std::string& variable, const std::vector<std::string>& names) const {
  Shape shape;
  for (const std::string& name : names) {
    const auto found = dimensions.find(name);
    if (found == dimensions.end()) {
      throw std::invalid_argument("variable " + variable + ": its group has no dimension \"" + name + "\"");
    }
    shape.push_back(found->second.length);
  }
  return shape;
}

void NetcdfGroup::State::describe(const Handle& dataset, const std::vector<std::string>& names,
                                  const std::vector<Attribute>& attributes) {
  for (unsigned i = 0; i < names.size(); ++i) {
    check(H5DSattach_scale(dataset.get(), dimensions.at(names[i]).scale.get(), i), doing);
  }
  for (const Attribute& attribute : attributes) write_attribute(dataset, attribute, doing);
}

void NetcdfGroup::State::make_scale(const std::string& name, const std::string& scale_name, hsize_t length,
                                    Handle dataset) {
  check(H5DSset_scale(dataset.get(), scale_name.c_str()), doing);
  dimensions.emplace(name, Dimension{length, std::move(dataset)});
}

void NetcdfGroup::State::number_axis(const std::string& name, ElementType type, hsize_t length, const void* values,
                                     const std::vector<Attribute>& attributes) {
  Handle dataset = create(name, file_type(type), {length}, dataset_creation(doing));
  check(H5Dwrite(dataset.get(), memory_type(type), H5S_ALL, H5S_ALL, H5P_DEFAULT, values), doing);
  describe(dataset, {}, attributes);
  make_scale(name, name, length, std::move(dataset));
}

NetcdfGroup NetcdfGroup::group(const std::string& name) {
  const std::string& doing = state_->doing;
  state_->check_is_free(name);
  const Handle creation = group_creation(H5P_GROUP_CREATE, doing);
  Handle id(check(H5Gcreate2(state_->id.get(), name.c_str(), H5P_DEFAULT, creation.get(), H5P_DEFAULT), doing));
  return NetcdfGroup(std::make_shared<State>(State{doing, std::move(id)}));
}

void NetcdfGroup::attribute(const Attribute& attribute) {
  write_attribute(state_->id, attribute, state_->doing);
}

void NetcdfGroup::dimension(const std::string& name, std::uint64_t length) {
  std::array<char, 96> scale_name{};  // the text that netCDF looks for
  std::snprintf(scale_name.data(), scale_name.size(), "This is a netCDF dimension but not a netCDF variable.%10llu",
                static_cast<unsigned long long>(length));
  Handle dataset = state_->create(name, H5T_IEEE_F32BE, {length}, dataset_creation(state_->doing));
  state_->make_scale(name, scale_name.data(), length, std::move(dataset));
}

void NetcdfGroup::axis(const std::string& name, std::span<const double> values,
                       const std::vector<Attribute>& attributes) {
  state_->number_axis(name, ElementType::f64, values.size(), values.data(), attributes);
}

void NetcdfGroup::axis(const std::string& name, std::span<const std::int64_t> values,
                       const std::vector<Attribute>& attributes) {
  state_->number_axis(name, ElementType::i64, values.size(), values.data(), attributes);
}

void NetcdfGroup::axis(const std::string& name, std::span<const std::string> values,
                       const std::vector<Attribute>& attributes) {
  const std::string& doing = state_->doing;
  const Handle type = string_type(H5T_VARIABLE, doing);
  Handle dataset = state_->create(name, type.get(), {values.size()}, dataset_creation(doing));
  write_strings(dataset, values, doing);
  state_->describe(dataset, {}, attributes);
  state_->make_scale(name, name, values.size(), std::move(dataset));
}

NetcdfVariable NetcdfGroup::variable(const std::string& name, ElementType type,
                                     const std::vector<std::string>& dimensions,
                                     const std::vector<Attribute>& attributes, int compression) {
  const std::string& doing = state_->doing;
  Shape shape = state_->shape_of(name, dimensions);
  const Handle creation = dataset_creation(doing);
  set_fill_value(creation, type, doing);
  set_compression(creation, compression, shape, size_of(type), doing);
  Handle dataset = state_->create(name, file_type(type), shape, creation);
  if (type == ElementType::f64) write_value(dataset, "_FillValue", missing_float, doing);
  state_->describe(dataset, dimensions, attributes);
  return NetcdfVariable(std::make_shared<NetcdfVariable::State>(
      NetcdfVariable::State{doing, name, type, std::move(shape), std::move(dataset)}));
}

void NetcdfGroup::strings(const std::string& name, const std::vector<std::string>& dimensions,
                          std::span<const std::string> values, const std::vector<Attribute>& attributes) {
  const std::string& doing = state_->doing;
  const Shape shape = state_->shape_of(name, dimensions);
  if (values.size() != element_count(shape)) {
    throw std::invalid_argument("variable " + name + ": " + std::to_string(values.size()) + " strings for " +
                                std::to_string(element_count(shape)) + " elements");
  }
  const Handle type = string_type(H5T_VARIABLE, doing);
  const Handle dataset = state_->create(name, type.get(), shape, dataset_creation(doing));
  write_strings(dataset, values, doing);
  state_->describe(dataset, dimensions, attributes);
}

// ---- the file

struct NetcdfWriter::State {
  explicit State(const std::filesystem::path& target)
      : doing("cannot write " + target.string()),
        replacement(replacement_for(target, doing)),
        output(replacement.temporary, doing) {}
  State(State&&) = delete;
  ~State() {
    { const Handle closed = std::move(file); }
    std::error_code ignored;
    std::filesystem::remove(replacement.temporary, ignored);
  }

  std::string doing;
  Replacement replacement;
  OutputFile output;
  Handle file = {};
  std::shared_ptr<NetcdfGroup::State> root = {};
};

NetcdfWriter::NetcdfWriter(const std::filesystem::path& target) : state_(std::make_unique<State>(target)) {
  const std::string& doing = state_->doing;
  const Handle creation = group_creation(H5P_FILE_CREATE, doing);
  const Handle access = file_access(doing);
  state_->output.attach_to(access);
  const char* path = state_->replacement.temporary.c_str();
  state_->file = Handle(check(H5Fcreate(path, H5F_ACC_TRUNC, creation.get(), access.get()), doing));
  Handle root(check(H5Gopen2(state_->file.get(), "/", H5P_DEFAULT), doing));
  state_->root = std::make_shared<NetcdfGroup::State>(NetcdfGroup::State{doing, std::move(root)});
}

NetcdfWriter::NetcdfWriter(NetcdfWriter&&) noexcept = default;
NetcdfWriter& NetcdfWriter::operator=(NetcdfWriter&&) noexcept = default;
NetcdfWriter::~NetcdfWriter() = default;

NetcdfGroup NetcdfWriter::root() {
  return NetcdfGroup(state_->root);
}

void NetcdfWriter::commit() {
  const herr_t closed = H5Fclose(state_->file.release());
  state_->output.check_written();
  check(closed, state_->doing);
  replace_file(state_->replacement, state_->doing);
}

}  // namespace aleator::results

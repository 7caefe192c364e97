#include "experiments/model_files/hdf5_model.hpp"

#include <hdf5_hl.h>

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "core/mdp/formats/check_arrays.hpp"
#include "core/mdp/formats/text_scanner.hpp"
#include "core/text.hpp"
#include "experiments/model_files/file_text.hpp"
#include "experiments/model_files/listed_once.hpp"
#include "experiments/results/hdf5_handle.hpp"
#include "experiments/results/hdf5_output.hpp"
#include "experiments/results/replace_file.hpp"

namespace aleator {
namespace {

using results::check;
using results::FileError;
using results::Handle;

constexpr std::int32_t format_version = 1;
constexpr std::size_t most_padded_bytes = 1 << 26;  // of a dataset of texts

static_assert(sizeof(Sense) == 1 && sizeof(State) == 4 && sizeof(VariableType) == 4);

struct ElementTypes {
  hid_t file;
  hid_t memory;
};
ElementTypes types_of(double) {
  return {H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE};
}
ElementTypes types_of(std::int64_t) {
  return {H5T_STD_I64LE, H5T_NATIVE_INT64};
}
ElementTypes types_of(std::int32_t) {
  return {H5T_STD_I32LE, H5T_NATIVE_INT32};
}
ElementTypes types_of(VariableType) {
  return types_of(std::int32_t{});
}
ElementTypes types_of(Sense) {
  return {H5T_STD_I8LE, H5T_NATIVE_INT8};
}

Handle text_type(std::size_t bytes, const std::string& doing) {
  Handle type(check(H5Tcopy(H5T_C_S1), doing));
  check(H5Tset_size(type.get(), bytes), doing);
  check(H5Tset_cset(type.get(), H5T_CSET_UTF8), doing);
  if (bytes != H5T_VARIABLE) check(H5Tset_strpad(type.get(), H5T_STR_NULLPAD), doing);
  return type;
}

/// For H5Pset_type_conv_cb: a number that a narrower type cannot hold is an error, where HDF5 would take the nearest.
H5T_conv_ret_t note_out_of_range(H5T_conv_except_t what, hid_t, hid_t, void*, void*, void* data) {
  if (what != H5T_CONV_EXCEPT_RANGE_HI && what != H5T_CONV_EXCEPT_RANGE_LOW) return H5T_CONV_UNHANDLED;
  *static_cast<bool*>(data) = true;
  return H5T_CONV_ABORT;
}

// ---- writing

class Hdf5ModelWriter {
 public:
  explicit Hdf5ModelWriter(const std::filesystem::path& target)
      : doing_("cannot write " + target.string()),
        replacement_(results::replacement_for(target, doing_)),
        output_(replacement_.temporary, doing_) {}
  Hdf5ModelWriter(Hdf5ModelWriter&&) = delete;
  ~Hdf5ModelWriter() {
    { const Handle closed = std::move(file_); }
    std::error_code ignored;
    std::filesystem::remove(replacement_.temporary, ignored);
  }

  void write(const LabelledMdp& model) {
    create();
    write_attributes();
    const SparseMdp& mdp = model.mdp;
    write_array(file_, "action_begin", mdp.action_begin);
    write_array(file_, "row_begin", mdp.row_begin);
    write_array(file_, "next_state", mdp.next_state);
    write_array(file_, "probability", mdp.probability);
    write_array(file_, "reward", mdp.reward);
    write_array(file_, "fixed_value", mdp.fixed_value);
    if (!mdp.transition_reward.empty()) write_array(file_, "transition_reward", mdp.transition_reward);
    if (mdp.is_game()) write_array(file_, "owner", mdp.owner);
    write_array(file_, "initial", model.initial);
    if (!model.action_name.empty()) {
      write_array(file_, "action_name", model.action_name);
      write_texts("action_names", model.action_names);
    }
    if (!model.valuations.empty()) {
      write_texts("variables", model.valuations.variables);
      write_array(file_, "variable_type", model.valuations.types);
      write_array(file_, "variable_value", model.valuations.values);
    }
    write_labels(model);
    commit();
  }

 private:
  static Handle tracked(hid_t list_class, const std::string& doing) {
    Handle creation(check(H5Pcreate(list_class), doing));
    check(H5Pset_link_creation_order(creation.get(), H5P_CRT_ORDER_TRACKED | H5P_CRT_ORDER_INDEXED), doing);
    check(H5Pset_obj_track_times(creation.get(), false), doing);
    return creation;
  }
  void create() {
    const Handle creation = tracked(H5P_FILE_CREATE, doing_);
    const Handle access = results::file_access(doing_);
    // Since 1.8 all that HDF5 keeps besides the data has check sums: the library itself crashes on damaged files
    // without.
    check(H5Pset_libver_bounds(access.get(), H5F_LIBVER_V18, H5F_LIBVER_LATEST), doing_);
    output_.attach_to(access);
    file_ =
        Handle(check(H5Fcreate(replacement_.temporary.c_str(), H5F_ACC_TRUNC, creation.get(), access.get()), doing_));
  }
  void write_attributes() {
    const Handle scalar(check(H5Screate(H5S_SCALAR), doing_));
    const Handle type = text_type(std::string_view(hdf5_model_format).size(), doing_);
    const Handle name(
        check(H5Acreate2(file_.get(), "format", type.get(), scalar.get(), H5P_DEFAULT, H5P_DEFAULT), doing_));
    check(H5Awrite(name.get(), type.get(), hdf5_model_format), doing_);
    const Handle version(check(
        H5Acreate2(file_.get(), "format_version", H5T_STD_I32LE, scalar.get(), H5P_DEFAULT, H5P_DEFAULT), doing_));
    check(H5Awrite(version.get(), H5T_NATIVE_INT32, &format_version), doing_);
  }
  Handle dataset(const Handle& place, const std::string& name, hid_t type, std::size_t length) {
    const hsize_t extent = length;
    const Handle space(check(H5Screate_simple(1, &extent, nullptr), doing_));
    const Handle creation(check(H5Pcreate(H5P_DATASET_CREATE), doing_));
    check(H5Pset_obj_track_times(creation.get(), false), doing_);
    return Handle(check(
        H5Dcreate2(place.get(), name.c_str(), type, space.get(), H5P_DEFAULT, creation.get(), H5P_DEFAULT), doing_));
  }
  template <class T>
  void write_array(const Handle& place, const std::string& name, const std::vector<T>& values) {
    const ElementTypes types = types_of(T{});
    const Handle array = dataset(place, name, types.file, values.size());
    if (values.empty()) return;
    check(H5Dwrite(array.get(), types.memory, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()), doing_);
  }
  /// All of the length of the longest: texts of variable length lie in heaps without check sums, and the library
  /// crashes on damaged ones. They are left for names of very different lengths.
  void write_texts(const std::string& name, const std::vector<std::string>& values) {
    std::size_t longest = 1;
    for (const std::string& value : values) longest = std::max(longest, value.size());
    if (values.empty() || longest * values.size() > most_padded_bytes) return write_variable_texts(name, values);
    std::string texts(longest * values.size(), '\0');
    for (std::size_t i = 0; i < values.size(); ++i) values[i].copy(&texts[longest * i], longest);
    const Handle type = text_type(longest, doing_);
    const Handle array = dataset(file_, name, type.get(), values.size());
    check(H5Dwrite(array.get(), type.get(), H5S_ALL, H5S_ALL, H5P_DEFAULT, texts.data()), doing_);
  }
  void write_variable_texts(const std::string& name, const std::vector<std::string>& values) {
    const Handle type = text_type(H5T_VARIABLE, doing_);
    const Handle array = dataset(file_, name, type.get(), values.size());
    std::vector<const char*> texts;
    for (const std::string& value : values) texts.push_back(value.c_str());
    check(H5Dwrite(array.get(), type.get(), H5S_ALL, H5S_ALL, H5P_DEFAULT, texts.data()), doing_);
  }
  void write_labels(const LabelledMdp& model) {
    const Handle creation = tracked(H5P_GROUP_CREATE, doing_);
    const Handle labels(check(H5Gcreate2(file_.get(), "labels", H5P_DEFAULT, creation.get(), H5P_DEFAULT), doing_));
    for (const auto& [name, states] : model.labels) {
      const bool is_link =
          !name.empty() && name != "." && name.find('/') == std::string::npos && name.find('\0') == std::string::npos;
      if (!is_link) throw FileError(doing_ + ": HDF5 files cannot hold the label " + in_quotes(name));
      write_array(labels, name, states);
    }
  }
  void commit() {
    const herr_t closed = H5Fclose(file_.release());
    output_.check_written();
    check(closed, doing_);
    results::replace_file(replacement_, doing_);
  }

  std::string doing_;
  results::Replacement replacement_;
  results::OutputFile output_;
  Handle file_ = {};
};

// ---- reading

class Hdf5ModelReader {
 public:
  explicit Hdf5ModelReader(const std::filesystem::path& path) : name_(path.string()), doing_("cannot read " + name_) {
    const Handle access = results::file_access(doing_);
    if (is_packed(path)) {
      unpacked_.emplace(path);
      bytes_ = unpacked_->text().size();
      if (bytes_ > 0) file_ = open_unpacked();
    } else {
      std::error_code error;
      bytes_ = std::filesystem::file_size(path, error);
      if (error) fail(error.message());
      file_ = Handle(H5Fopen(name_.c_str(), H5F_ACC_RDONLY, access.get()));
    }
    if (file_.get() < 0) fail("it is not a whole HDF5 file");
  }

  LabelledMdp read() {
    check_format();
    LabelledMdp model;
    SparseMdp& mdp = model.mdp;
    read_array(file_, "action_begin", mdp.action_begin);
    read_array(file_, "row_begin", mdp.row_begin);
    read_array(file_, "next_state", mdp.next_state);
    read_array(file_, "probability", mdp.probability);
    read_array(file_, "reward", mdp.reward);
    read_array(file_, "fixed_value", mdp.fixed_value);
    if (has(file_, "transition_reward")) read_array(file_, "transition_reward", mdp.transition_reward);
    if (has(file_, "owner")) read_array(file_, "owner", mdp.owner);
    checked([&] {
      check_arrays(mdp);
      check_listed_once(mdp);
    });
    model.row_sums = row_sum_deviation(mdp);
    model.initial = read_states(file_, "initial", mdp.num_states());
    if (model.initial.empty()) fail("initial has no states");
    if (has(file_, "action_name")) read_action_names(model);
    if (has(file_, "variables")) read_valuations(model);
    read_labels(model);
    return model;
  }

 private:
  [[noreturn]] void fail(const std::string& reason) const { throw FileError(doing_ + ": " + reason); }

  /// What a check of arrays finds is wrong with the file.
  template <class Check>
  void checked(Check check_all) const {
    try {
      check_all();
    } catch (const std::invalid_argument& error) {
      fail(error.what());
    }
  }

  /// HDF5 reads the buffer where it is.
  Handle open_unpacked() const {
    void* const data = const_cast<char*>(unpacked_->text().data());
    return Handle(H5LTopen_file_image(data, bytes_, H5LT_FILE_IMAGE_DONT_COPY | H5LT_FILE_IMAGE_DONT_RELEASE));
  }

  bool has(const Handle& place, const char* name) const { return H5Lexists(place.get(), name, H5P_DEFAULT) > 0; }

  void check_format() {
    const std::string other = "it is not a process as aleator writes it (its attribute \"format\" is not \"" +
                              std::string(hdf5_model_format) + "\")";
    if (H5Aexists(file_.get(), "format") <= 0 || H5Aexists(file_.get(), "format_version") <= 0) fail(other);
    const Handle format(check(H5Aopen(file_.get(), "format", H5P_DEFAULT), doing_));
    const Handle type(check(H5Aget_type(format.get()), doing_));
    const Handle space(check(H5Aget_space(format.get()), doing_));
    constexpr std::size_t length = std::string_view(hdf5_model_format).size();
    if (H5Tget_class(type.get()) != H5T_STRING || H5Sget_simple_extent_npoints(space.get()) != 1) fail(other);
    if (H5Tis_variable_str(type.get()) > 0) {  // as h5py writes texts
      char* text = nullptr;
      check(H5Aread(format.get(), type.get(), &text), doing_);
      const bool matches = text != nullptr && std::string_view(text) == hdf5_model_format;
      check(H5Dvlen_reclaim(type.get(), space.get(), H5P_DEFAULT, &text), doing_);
      if (!matches) fail(other);
    } else {
      const std::size_t bytes = H5Tget_size(type.get());
      if (bytes < length || bytes > 1000) fail(other);
      std::string text(bytes, '\0');
      check(H5Aread(format.get(), type.get(), text.data()), doing_);
      if (std::string_view(text.c_str()) != hdf5_model_format) fail(other);
    }
    const Handle version(check(H5Aopen(file_.get(), "format_version", H5P_DEFAULT), doing_));
    const Handle version_type(check(H5Aget_type(version.get()), doing_));
    const Handle version_space(check(H5Aget_space(version.get()), doing_));
    std::int32_t number = 0;
    if (H5Tget_class(version_type.get()) != H5T_INTEGER || H5Sget_simple_extent_npoints(version_space.get()) != 1) {
      fail("its attribute \"format_version\" is not a whole number");
    }
    check(H5Aread(version.get(), H5T_NATIVE_INT32, &number), doing_);
    if (number != format_version) fail(text("its format_version is ", number, ", this program reads ", format_version));
  }

  /// A 1-D dataset; its length is no more than what the file can hold.
  Handle open_array(const Handle& place, const std::string& name, H5T_class_t kind, std::size_t& length) const {
    const Handle object(H5Oopen(place.get(), name.c_str(), H5P_DEFAULT));
    if (object.get() < 0) fail("there is no dataset " + in_quotes(name));
    if (H5Iget_type(object.get()) != H5I_DATASET) fail(in_quotes(name) + " is not a dataset");
    Handle array(check(H5Dopen2(place.get(), name.c_str(), H5P_DEFAULT), doing_));
    const Handle space(check(H5Dget_space(array.get()), doing_));
    const Handle type(check(H5Dget_type(array.get()), doing_));
    if (H5Sget_simple_extent_ndims(space.get()) != 1) fail(in_quotes(name) + " does not have one dimension");
    if (H5Tget_class(type.get()) != kind) {
      fail(in_quotes(name) + (kind == H5T_FLOAT     ? " does not hold floating point numbers"
                              : kind == H5T_INTEGER ? " does not hold whole numbers"
                                                    : " does not hold texts"));
    }
    const hssize_t count = check(H5Sget_simple_extent_npoints(space.get()), doing_);
    // Deflate packs at most about 1:1032, so that damaged lengths do not ask for more memory than that.
    const hsize_t stored = H5Dget_storage_size(array.get());
    const hsize_t possible = std::min<hsize_t>(stored, bytes_) * 1100 / H5Tget_size(type.get());
    if (static_cast<hsize_t>(count) > possible) {
      fail(text(in_quotes(name), " announces ", count, " entries, more than the file can hold"));
    }
    length = static_cast<std::size_t>(count);
    return array;
  }

  template <class T>
  void read_array(const Handle& place, const std::string& name, std::vector<T>& values) const {
    std::size_t length = 0;
    constexpr H5T_class_t kind = std::is_floating_point_v<T> ? H5T_FLOAT : H5T_INTEGER;
    const Handle array = open_array(place, name, kind, length);
    values.resize(length);
    if (length == 0) return;
    bool out_of_range = false;
    const Handle transfer(check(H5Pcreate(H5P_DATASET_XFER), doing_));
    check(H5Pset_type_conv_cb(transfer.get(), note_out_of_range, &out_of_range), doing_);
    const herr_t result = H5Dread(array.get(), types_of(T{}).memory, H5S_ALL, H5S_ALL, transfer.get(), values.data());
    if (out_of_range) fail(text(in_quotes(name), " has a number that does not fit into ", 8 * sizeof(T), " bits"));
    if (result < 0) fail(in_quotes(name) + " cannot be read");
  }

  std::vector<State> read_states(const Handle& place, const std::string& name, State num_states) const {
    std::vector<State> states;
    read_array(place, name, states);
    for (const State s : states) {
      if (s < 0 || s >= num_states) fail(text(in_quotes(name), " has state ", s, " of ", num_states, " states"));
    }
    std::sort(states.begin(), states.end());
    states.erase(std::unique(states.begin(), states.end()), states.end());
    return states;
  }

  std::vector<std::string> read_texts(const std::string& name) const {
    std::size_t length = 0;
    const Handle array = open_array(file_, name, H5T_STRING, length);
    const Handle type(check(H5Dget_type(array.get()), doing_));
    if (length == 0) return {};
    return H5Tis_variable_str(type.get()) > 0 ? read_variable_texts(name, array, type, length)
                                              : read_fixed_texts(name, array, type, length);
  }

  std::vector<std::string> read_fixed_texts(const std::string& name, const Handle& array, const Handle& type,
                                            std::size_t length) const {
    const std::size_t size = H5Tget_size(type.get());
    std::string texts(size * length, '\0');
    if (H5Dread(array.get(), type.get(), H5S_ALL, H5S_ALL, H5P_DEFAULT, texts.data()) < 0) {
      fail(in_quotes(name) + " cannot be read");
    }
    const char padding = H5Tget_strpad(type.get()) == H5T_STR_SPACEPAD ? ' ' : '\0';
    std::vector<std::string> result;
    for (std::size_t i = 0; i < length; ++i) {
      std::string piece = texts.substr(size * i, size);
      piece.erase(padding == ' ' ? piece.find_last_not_of(padding) + 1 : std::min(piece.find(padding), size));
      result.push_back(std::move(piece));
    }
    return result;
  }

  std::vector<std::string> read_variable_texts(const std::string& name, const Handle& array, const Handle& type,
                                               std::size_t length) const {
    const Handle space(check(H5Dget_space(array.get()), doing_));
    std::vector<char*> texts(length, nullptr);
    std::vector<std::string> result;
    if (H5Dread(array.get(), type.get(), H5S_ALL, H5S_ALL, H5P_DEFAULT, texts.data()) < 0) {
      fail(in_quotes(name) + " cannot be read");
    }
    for (const char* piece : texts) result.emplace_back(piece == nullptr ? "" : piece);
    check(H5Dvlen_reclaim(type.get(), space.get(), H5P_DEFAULT, texts.data()), doing_);
    return result;
  }

  void read_action_names(LabelledMdp& model) const {
    read_array(file_, "action_name", model.action_name);
    model.action_names = read_texts("action_names");
    const std::size_t length = model.action_names.size();
    if (model.action_name.size() != model.mdp.reward.size()) {
      fail(text("action_name has ", model.action_name.size(), " entries, not ", model.mdp.reward.size()));
    }
    for (const std::int32_t name : model.action_name) {
      if (name < -1 || name >= static_cast<std::int64_t>(length)) {
        fail(text("\"action_name\" has name ", name, " of ", length, " names"));
      }
    }
  }

  void read_valuations(LabelledMdp& model) const {
    model.valuations.variables = read_texts("variables");
    read_array(file_, "variable_type", model.valuations.types);
    read_array(file_, "variable_value", model.valuations.values);
    checked([&] { check_valuations(model.valuations, model.mdp.num_states()); });
  }

  void read_labels(LabelledMdp& model) const {
    if (!has(file_, "labels")) return;
    const Handle labels(H5Gopen2(file_.get(), "labels", H5P_DEFAULT));
    if (labels.get() < 0) fail("\"labels\" is not a group");
    H5G_info_t facts{};
    check(H5Gget_info(labels.get(), &facts), doing_);
    const Handle creation(check(H5Gget_create_plist(labels.get()), doing_));
    unsigned order = 0;
    check(H5Pget_link_creation_order(creation.get(), &order), doing_);
    const H5_index_t index = (order & H5P_CRT_ORDER_TRACKED) != 0 ? H5_INDEX_CRT_ORDER : H5_INDEX_NAME;
    for (hsize_t i = 0; i < facts.nlinks; ++i) {
      const auto name_into = [&](char* buffer, std::size_t bytes) {
        return check(H5Lget_name_by_idx(labels.get(), ".", index, H5_ITER_INC, i, buffer, bytes, H5P_DEFAULT), doing_);
      };
      std::string name(static_cast<std::size_t>(name_into(nullptr, 0)), '\0');
      name_into(name.data(), name.size() + 1);
      if (model.find_label(name) != nullptr) fail("the label " + in_quotes(name) + " is listed twice");
      model.labels.emplace_back(name, read_states(labels, name, model.mdp.num_states()));
    }
  }

  std::string name_;
  std::string doing_;
  std::optional<FileText> unpacked_;
  std::size_t bytes_ = 0;  // of the unpacked file
  Handle file_;
};

}  // namespace

LabelledMdp read_hdf5_model(const std::filesystem::path& file) {
  return Hdf5ModelReader(file).read();
}

void write_hdf5_model(const LabelledMdp& model, const std::filesystem::path& file) {
  Hdf5ModelWriter(file).write(model);
}

}  // namespace aleator

#include "experiments/model_files/model_file.hpp"

#include <gtest/gtest.h>
#include <hdf5.h>
#include <zlib.h>

#include <cmath>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "experiments/results/file_error.hpp"
#include "tests/core/mdp/formats/random_model.hpp"
#include "tests/experiments/results/file_testing.hpp"

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/lsan_interface.h>
#endif

namespace aleator {
namespace {

using results::bytes_of;
using results::message_of;
using results::TemporaryFolder;
using results::write_text;
using testing::difference;
using testing::random_model;
using testing::RandomRewards;

constexpr const char* small_tra = "3 3 4\n0 0 1 0.5\n0 0 2 0.5\n0 1 2 1\n1 0 0 1\n";

void pack(const std::filesystem::path& from, const std::filesystem::path& to) {
  const std::string bytes = bytes_of(from);
  gzFile file = gzopen(to.c_str(), "wb");
  gzwrite(file, bytes.data(), static_cast<unsigned>(bytes.size()));
  gzclose(file);
}

/// The message of reading, with the folder left out.
std::string complaint(const TemporaryFolder& folder, const std::filesystem::path& file,
                      const ModelFileOptions& options = {}) {
  std::string message = message_of([&] { read_model_file(file, options); });
  const std::string prefix = folder.path().string() + "/";
  for (std::size_t at = message.find(prefix); at != std::string::npos; at = message.find(prefix)) {
    message.erase(at, prefix.size());
  }
  return message;
}

TEST(ModelFile, finds_the_companions_of_a_tra_beside_it) {
  const TemporaryFolder folder;
  write_text(folder / "die.tra", small_tra);
  EXPECT_TRUE(read_model_file(folder / "die.tra").labels.empty());
  write_text(folder / "die.lab", "0=\"init\" 1=\"goal\"\n1: 0\n2: 1\n");
  write_text(folder / "die.srew", "3 1\n0 2\n");
  write_text(folder / "plain.trew", "3 3 1\n1 0 0 5\n");
  pack(folder / "plain.trew", folder / "die.trew.gz");
  const LabelledMdp model = read_model_file(folder / "die.tra");
  EXPECT_EQ(model.initial, std::vector<State>{1});
  EXPECT_EQ(*model.find_label("goal"), std::vector<State>{2});
  EXPECT_EQ(model.mdp.reward, (std::vector<double>{2, 2, 5}));
}

TEST(ModelFile, takes_the_companions_that_are_named) {
  const TemporaryFolder folder;
  write_text(folder / "die.tra", small_tra);
  write_text(folder / "die.srew", "3 1\n0 2\n");
  write_text(folder / "other.rewards", "3 1\n0 3\n");
  ModelFileOptions options;
  options.state_rewards = folder / "other.rewards";
  EXPECT_EQ(read_model_file(folder / "die.tra", options).mdp.reward, (std::vector<double>{3, 3, 0}));
  options.labels = folder / "missing.lab";
  EXPECT_EQ(complaint(folder, folder / "die.tra", options), "cannot read missing.lab: No such file or directory");
}

TEST(ModelFile, errors_name_the_file_and_the_line) {
  const TemporaryFolder folder;
  write_text(folder / "a.tra", "2 2\n0 1 0.9\n1 1 1\n");
  EXPECT_EQ(complaint(folder, folder / "a.tra"), "a.tra:2: state 0, choice 0: the probabilities sum to 0.9");
  write_text(folder / "b.tra", small_tra);
  write_text(folder / "b.lab", "0=\"init\"\n12: 0\n");
  EXPECT_EQ(complaint(folder, folder / "b.tra"), "b.lab:2: state 12 of 3 states");
  write_text(folder / "c.drn", "@type: CTMC\n");
  EXPECT_EQ(complaint(folder, folder / "c.drn"),
            "c.drn:1: models of type \"CTMC\" are not supported, only DTMC and MDP");
  EXPECT_EQ(complaint(folder, folder / "none.drn"), "cannot read none.drn: No such file or directory");
  EXPECT_EQ(complaint(folder, folder / "model.nm"),
            "cannot read model.nm: the names of models end in .tra, .drn, .h5 or .hdf5, with or without .gz");
  std::filesystem::create_directory(folder / "folder.tra");
  EXPECT_EQ(complaint(folder, folder / "folder.tra"), "cannot read folder.tra: it is not a regular file");
  write_text(folder / "empty.tra", "");
  EXPECT_EQ(complaint(folder, folder / "empty.tra"), "empty.tra:1: the file is empty");
}

TEST(ModelFile, refuses_options_that_the_format_has_no_use_for) {
  const TemporaryFolder folder;
  write_text(folder / "a.tra", small_tra);
  ModelFileOptions rewards;
  rewards.reward_model = "time";
  EXPECT_EQ(complaint(folder, folder / "a.tra", rewards),
            "cannot read a.tra: only .drn files have reward models to choose from");
  ModelFileOptions labels;
  labels.labels = "a.lab";
  EXPECT_EQ(complaint(folder, folder / "a.drn", labels),
            "cannot read a.drn: only .tra files have files for labels, states and rewards");
  ModelFileOptions states;
  states.states = "a.sta";
  EXPECT_EQ(complaint(folder, folder / "a.h5", states),
            "cannot read a.h5: only .tra files have files for labels, states and rewards");
}

TEST(ModelFile, finds_the_states_of_a_tra_beside_it_or_where_they_are_named) {
  const TemporaryFolder folder;
  write_text(folder / "m.tra", small_tra);
  EXPECT_TRUE(read_model_file(folder / "m.tra").valuations.empty());
  write_text(folder / "plain", "(x)\n0:(5)\n1:(6)\n2:(7)\n");
  pack(folder / "plain", folder / "m.sta.gz");
  EXPECT_EQ(read_model_file(folder / "m.tra").valuations.values, (std::vector<double>{5, 6, 7}));
  write_text(folder / "m.sta", "(x)\n0:(1)\n1:(2)\n2:(3)\n");
  EXPECT_EQ(read_model_file(folder / "m.tra").valuations.values, (std::vector<double>{1, 2, 3}));
  ModelFileOptions options;
  options.states = folder / "plain";
  EXPECT_EQ(read_model_file(folder / "m.tra", options).valuations.values, (std::vector<double>{5, 6, 7}));
  options.states = folder / "none";
  EXPECT_EQ(complaint(folder, folder / "m.tra", options), "cannot read none: No such file or directory");
  write_text(folder / "m.sta", "(x)\n0:(1)\n1:(2,3)\n");
  EXPECT_EQ(complaint(folder, folder / "m.tra"), "m.sta:3: state 1 has more than 1 values of 1 variables");
}

TEST(ModelFile, damaged_packed_files_are_refused) {
  const TemporaryFolder folder;
  std::mt19937_64 random(1);
  std::string tra = "400 400\n";
  for (int s = 0; s < 400; ++s) tra += std::to_string(s) + " " + std::to_string(random() % 400) + " 1\n";
  write_text(folder / "a.tra", tra);
  pack(folder / "a.tra", folder / "a.tra.gz");
  EXPECT_EQ(difference(read_model_file(folder / "a.tra.gz"), read_model_file(folder / "a.tra")), "");
  const std::string packed = bytes_of(folder / "a.tra.gz");
  write_text(folder / "cut.tra.gz", packed.substr(0, packed.size() / 2));
  EXPECT_EQ(complaint(folder, folder / "cut.tra.gz"), "cannot read cut.tra.gz: the packed contents end too early");
  std::string damaged = packed;
  damaged[packed.size() - 6] ^= 1;  // in the check sum
  write_text(folder / "bad.tra.gz", damaged);
  EXPECT_EQ(complaint(folder, folder / "bad.tra.gz"), "cannot read bad.tra.gz: the packed contents are damaged");
  write_text(folder / "plain.tra.gz", tra);
  EXPECT_EQ(complaint(folder, folder / "plain.tra.gz"), "cannot read plain.tra.gz: it is not packed by gzip");
}

TEST(ModelFile, packed_files_may_have_several_members_and_nothing_else) {
  const TemporaryFolder folder;
  write_text(folder / "a.tra", small_tra);
  const std::string tra = small_tra;
  std::string packed;
  for (const std::string& part : {tra.substr(0, 9), std::string(), tra.substr(9)}) {
    write_text(folder / "part", part);
    pack(folder / "part", folder / "part.gz");
    packed += bytes_of(folder / "part.gz");
  }
  write_text(folder / "b.tra.gz", packed);
  EXPECT_EQ(difference(read_model_file(folder / "b.tra.gz"), read_model_file(folder / "a.tra")), "");
  for (const std::string& garbage : {std::string("\n"), std::string("\x1f"), std::string(4, '\0'), tra}) {
    write_text(folder / "c.tra.gz", packed + garbage);
    EXPECT_EQ(complaint(folder, folder / "c.tra.gz"),
              "cannot read c.tra.gz: something else follows the end of the packed contents");
  }
  write_text(folder / "d.tra.gz", packed + packed.substr(0, 5));
  EXPECT_EQ(complaint(folder, folder / "d.tra.gz"), "cannot read d.tra.gz: the packed contents end too early");
}

TEST(ModelFile, all_formats_one_after_the_other_give_back_the_same_arrays) {
  const TemporaryFolder folder;
  std::mt19937_64 random(2);
  for (int i = 0; i < 60; ++i) {
    LabelledMdp model =
        random_model(random, {static_cast<RandomRewards>(i % 3), true, i % 3 == 0, i % 2 == 0, i % 5 == 0});
    add_to_label(model, "deadlock", end_states(model.mdp));
    const std::string packed = i % 2 == 0 ? "" : ".gz";
    write_model_file(model, folder / ("m.drn" + packed), ModelFormat::drn);
    LabelledMdp copy = read_model_file(folder / ("m.drn" + packed));
    add_to_label(copy, "deadlock", {});  // in a .drn a label without states is none
    ASSERT_EQ(difference(copy, model), "") << bytes_of(folder / "m.drn");
    write_model_file(copy, folder / "m.h5", ModelFormat::hdf5);
    copy = read_model_file(folder / "m.h5");
    ASSERT_EQ(difference(copy, model), "");
    write_model_file(copy, folder / ("m.tra" + packed), ModelFormat::prism);
    copy = read_model_file(folder / ("m.tra" + packed));
    ASSERT_EQ(difference(copy, model), "");
    for (const auto& entry : std::filesystem::directory_iterator(folder.path())) {
      ASSERT_EQ(entry.path().filename().string().find("tmp"), std::string::npos);
    }
  }
}

TEST(ModelFile, writing_replaces_the_rewards_of_an_older_file) {
  const TemporaryFolder folder;
  std::mt19937_64 random(3);
  const LabelledMdp first = random_model(random, {RandomRewards::per_action});
  const LabelledMdp second = random_model(random, {RandomRewards::none});
  write_model_file(first, folder / "m.tra", ModelFormat::prism);
  write_model_file(second, folder / "m.tra", ModelFormat::prism);
  EXPECT_EQ(read_model_file(folder / "m.tra").mdp.reward, second.mdp.reward);
}

TEST(ModelFile, writes_states_if_there_are_valuations_or_older_states_to_replace) {
  const TemporaryFolder folder;
  std::mt19937_64 random(8);
  LabelledMdp model = random_model(random, {.valuations = true});
  for (const std::string packed : {"", ".gz"}) {
    const auto tra = folder / ("m.tra" + packed);
    const auto sta = folder / ("m.sta" + packed);
    write_model_file(model, tra, ModelFormat::prism);
    EXPECT_TRUE(exists(sta));
    EXPECT_EQ(read_model_file(tra).valuations.values, model.valuations.values);
    LabelledMdp without = model;
    without.valuations = {};
    write_model_file(without, tra, ModelFormat::prism);
    EXPECT_TRUE(read_model_file(tra).valuations.empty());
    write_model_file(without, folder / ("other.tra" + packed), ModelFormat::prism);
    EXPECT_FALSE(exists(folder / ("other.sta" + packed)));
  }
  model.valuations.values.pop_back();
  const std::string message = message_of([&] { write_model_file(model, folder / "bad.tra", ModelFormat::prism); });
  EXPECT_NE(message.find("the variables have "), std::string::npos) << message;
  EXPECT_FALSE(exists(folder / "bad.tra"));
}

TEST(ModelFile, values_of_the_end_are_refused_in_text_before_any_file_is_written) {
  const TemporaryFolder folder;
  write_text(folder / "m.tra", small_tra);
  LabelledMdp model = read_model_file(folder / "m.tra");
  model.mdp.fixed_value[2] = 100;
  for (const auto& [name, format] : {std::pair("a.tra", ModelFormat::prism), std::pair("a.drn", ModelFormat::drn)}) {
    const std::string message = message_of([&, n = name, f = format] { write_model_file(model, folder / n, f); });
    const std::string kind = format == ModelFormat::prism ? "prism" : "drn";
    EXPECT_EQ(message, "cannot write " + (folder / name).string() + ": " + kind +
                           " files cannot hold the value 100 of the end in state 2; hdf5 can");
  }
  EXPECT_EQ(folder.number_of_files(), 1u);
  write_model_file(model, folder / "a.h5", ModelFormat::hdf5);
  EXPECT_EQ(read_model_file(folder / "a.h5").mdp.fixed_value, (std::vector<double>{0, 0, 100}));
}

TEST(ModelFile, refuses_to_write_what_does_not_go_together) {
  const TemporaryFolder folder;
  std::mt19937_64 random(4);
  LabelledMdp model = random_model(random);
  const auto refusal = [&](const std::string& name, ModelFormat format) {
    const std::string message = message_of([&] { write_model_file(model, folder / name, format); });
    return message.substr(message.find(name));
  };
  EXPECT_EQ(refusal("a.txt", ModelFormat::prism), "a.txt: the names of such files end in .tra or .tra.gz");
  EXPECT_EQ(refusal("a.tra", ModelFormat::drn), "a.tra: the names of such files end in .drn or .drn.gz");
  EXPECT_EQ(refusal("a.h5.gz", ModelFormat::hdf5), "a.h5.gz: the names of such files end in .h5 or .hdf5");
  EXPECT_EQ(refusal("none/a.drn", ModelFormat::drn), "none/a.drn: No such file or directory");
  model.mdp.owner.assign(model.mdp.fixed_value.size(), Sense::min);
  EXPECT_EQ(refusal("a.drn", ModelFormat::drn), "a.drn: drn files cannot hold the owners of a game's states; hdf5 can");
  EXPECT_EQ(folder.number_of_files(), 0u);
}

// ---- HDF5

TEST(Hdf5Model, gives_back_games_values_of_the_end_unsorted_rows_and_rewards_of_transitions) {
#ifdef __SANITIZE_ADDRESS__
  const __lsan::ScopedDisabler hdf5_leaks_72_bytes_for_each_file_in_memory;
#endif
  const TemporaryFolder folder;
  std::mt19937_64 random(5);
  for (int i = 0; i < 60; ++i) {
    LabelledMdp model =
        random_model(random, {static_cast<RandomRewards>(i % 4), false, false, true, i % 2 == 0, true, i % 3 != 0});
    if (i % 2 == 0) {
      model.mdp.owner.resize(model.mdp.fixed_value.size());
      for (Sense& owner : model.mdp.owner) owner = random() % 2 == 0 ? Sense::max : Sense::min;
    }
    for (const State s : end_states(model.mdp)) model.mdp.fixed_value[s] = 0.1 * s;
    write_model_file(model, folder / "m.hdf5", ModelFormat::hdf5);
    ASSERT_EQ(difference(read_model_file(folder / "m.hdf5"), model), "");
    if (i % 10 != 0) continue;
    pack(folder / "m.hdf5", folder / "m.hdf5.gz");
    ASSERT_EQ(difference(read_model_file(folder / "m.hdf5.gz"), model), "");
  }
}

TEST(Hdf5Model, a_next_state_may_come_again_with_another_reward) {
  const TemporaryFolder folder;
  write_text(folder / "m.tra", small_tra);
  LabelledMdp model = read_model_file(folder / "m.tra");
  model.mdp.next_state = {2, 2, 2, 0};
  model.mdp.transition_reward = {5, 3, 0, 0};
  model.mdp.reward = {4, 0, 0};
  write_model_file(model, folder / "m.h5", ModelFormat::hdf5);
  EXPECT_EQ(difference(read_model_file(folder / "m.h5"), model), "");
}

TEST(Hdf5Model, the_same_process_makes_the_same_bytes) {
  const TemporaryFolder folder;
  std::mt19937_64 random(6);
  const LabelledMdp model = random_model(random);
  write_model_file(model, folder / "a.h5", ModelFormat::hdf5);
  write_model_file(model, folder / "b.h5", ModelFormat::hdf5);
  EXPECT_EQ(bytes_of(folder / "a.h5"), bytes_of(folder / "b.h5"));
}

TEST(Hdf5Model, wrong_arrays_are_refused_by_name) {
  const TemporaryFolder folder;
  write_text(folder / "m.tra", small_tra);
  const LabelledMdp good = read_model_file(folder / "m.tra");
  const std::vector<std::pair<std::string, std::function<void(LabelledMdp&)>>> cases = {
      {"action_begin[2] is 3, less than the 9 before it",
       [](auto& m) {
         m.mdp.action_begin = {0, 9, 3, 3};
       }},
      {"action_begin[0] is 1, not 0", [](auto& m) { m.mdp.action_begin[0] = 1; }},
      {"row_begin ends with 5, not 4", [](auto& m) { m.mdp.row_begin.back() = 5; }},
      {"row_begin has 3 entries, not 4", [](auto& m) { m.mdp.row_begin.pop_back(); }},
      {"probability has 3 entries, not 4", [](auto& m) { m.mdp.probability.pop_back(); }},
      {"probability[0] is -0.5", [](auto& m) { m.mdp.probability[0] = -0.5; }},
      {"probability[0] is nan", [](auto& m) { m.mdp.probability[0] = NAN; }},
      {"state 0, action 0: the probabilities sum to 0.9", [](auto& m) { m.mdp.probability[0] = 0.4; }},
      {"next_state[1] is 3 of 3 states", [](auto& m) { m.mdp.next_state[1] = 3; }},
      {"next_state[1] is -1 of 3 states", [](auto& m) { m.mdp.next_state[1] = -1; }},
      {"reward[2] is inf", [](auto& m) { m.mdp.reward[2] = INFINITY; }},
      {"fixed_value[0] is 1, but the state has actions", [](auto& m) { m.mdp.fixed_value[0] = 1; }},
      {"owner has 2 entries, not 3", [](auto& m) { m.mdp.owner.assign(2, Sense::max); }},
      {"owner[1] is 7, not 0 or 1",
       [](auto& m) {
         m.mdp.owner = {Sense::max, static_cast<Sense>(7), Sense::max};
       }},
      {"state 0, action 0: the reward is 0, the transitions' rewards expect 1",
       [](auto& m) {
         m.mdp.transition_reward = {1, 1, 0, 0};
       }},
      {"state 0, action 0: next state 1 is listed twice", [](auto& m) { m.mdp.next_state[1] = 1; }},
      {"state 0, action 0: next state 2 is listed twice",
       [](auto& m) {
         m.mdp.next_state = {2, 2, 2, 0};
         m.mdp.transition_reward = {3, 3, 0, 0};
         m.mdp.reward = {3, 0, 0};
       }},
      {"\"initial\" has state 3 of 3 states", [](auto& m) { m.initial = {3}; }},
      {"initial has no states", [](auto& m) { m.initial.clear(); }},
      {"\"goal\" has state -1 of 3 states",
       [](auto& m) {
         m.labels = {{"goal", {-1}}};
       }},
      {"action_name has 1 entries, not 3", [](auto& m) { m.action_name = {-1}; }},
      {"\"action_name\" has name 1 of 1 names",
       [](auto& m) {
         m.action_names = {"go"};
         m.action_name = {0, 1, 0};
       }},
      {"the variables have 2 values, not 3",
       [](auto& m) {
         m.valuations = {{"x"}, {VariableType::real}, {1, 2}};
       }},
      {"a variable cannot be named \"a b\"",
       [](auto& m) {
         m.valuations = {{"a b"}, {VariableType::real}, {1, 2, 3}};
       }},
      {"the type of variable x is 9, not 0, 1 or 2",
       [](auto& m) {
         m.valuations = {{"x"}, {static_cast<VariableType>(9)}, {1, 2, 3}};
       }},
      {"a process has at least one state", [](auto& m) { m.mdp = SparseMdp{{0}, {0}, {}, {}, {}, {}, {}, {}}; }},
  };
  for (const auto& [reason, spoil] : cases) {
    LabelledMdp model = good;
    spoil(model);
    write_model_file(model, folder / "m.h5", ModelFormat::hdf5);
    EXPECT_EQ(complaint(folder, folder / "m.h5"), "cannot read m.h5: " + reason);
  }
}

TEST(Hdf5Model, other_files_are_refused) {
  const TemporaryFolder folder;
  write_text(folder / "text.h5", "7 10\n");
  EXPECT_EQ(complaint(folder, folder / "text.h5"), "cannot read text.h5: it is not a whole HDF5 file");
  write_text(folder / "empty.h5", "");
  EXPECT_EQ(complaint(folder, folder / "empty.h5"), "cannot read empty.h5: it is not a whole HDF5 file");
  EXPECT_EQ(complaint(folder, folder / "none.h5"), "cannot read none.h5: No such file or directory");
  const hid_t file = H5Fcreate((folder / "other.h5").c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
  H5Fclose(file);
  EXPECT_EQ(complaint(folder, folder / "other.h5"),
            "cannot read other.h5: it is not a process as aleator writes it (its attribute \"format\" is not "
            "\"aleator-mdp\")");
}

TEST(Hdf5Model, damaged_files_are_refused_or_read) {
#ifdef __SANITIZE_ADDRESS__
  const __lsan::ScopedDisabler hdf5_leaks_where_it_fails_to_open;
#endif
  const TemporaryFolder folder;
  std::mt19937_64 random(7);
  const LabelledMdp model = random_model(random, {RandomRewards::per_action, true, false, true, true});
  write_model_file(model, folder / "m.h5", ModelFormat::hdf5);
  const std::string whole = bytes_of(folder / "m.h5");
  int refused = 0;
  for (int i = 0; i < 400; ++i) {
    std::string bytes = whole;
    if (i % 4 == 0) {
      bytes.resize(random() % bytes.size());
    } else {
      for (int k = 0; k < 3; ++k) bytes[random() % bytes.size()] = static_cast<char>(random());
    }
    write_text(folder / "damaged.h5", bytes);
    try {
      read_model_file(folder / "damaged.h5");
    } catch (const results::FileError&) {
      ++refused;
    }
  }
  EXPECT_GE(refused, 100);
}

}  // namespace
}  // namespace aleator

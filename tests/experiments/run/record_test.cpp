#include "experiments/run/record.hpp"

#include <gtest/gtest.h>

#include "experiments/results/grid_layout.hpp"

namespace aleator {
namespace {

const std::vector<Dimension> dimensions = {{"state", Dimension::Kind::index, "1", ""},
                                           {"action", Dimension::Kind::labelled, "1", ""},
                                           {"sweep", Dimension::Kind::trace, "1", ""}};
const std::vector<Output> outputs = {{"value", ElementType::f64, {"state"}, "1", ""},
                                     {"q", ElementType::i32, {"state", "action"}, "1", ""},
                                     {"bound", ElementType::f64, {}, "1", ""}};

Record record_of(const ResultSchema& schema, std::size_t states, const std::vector<std::int64_t>& actions) {
  RecordBuilder builder(schema);
  builder.dimension("state", states);
  builder.dimension("action", actions);
  std::vector<double> value(states, 1.5);
  std::vector<std::int32_t> q;
  for (std::size_t s = 0; s < states; ++s) {
    for (const std::int64_t action : actions) q.push_back(static_cast<std::int32_t>(10 * s + action));
  }
  builder.put("q", q);
  builder.put("bound", 0.25);
  builder.put("value", value);
  return std::move(builder).finish();
}

TEST(Record, a_dimension_has_one_length) {
  const ResultSchema schema(dimensions, outputs, {});
  RecordBuilder builder(schema);
  builder.dimension("state", 3);
  builder.dimension("state", 3);
  builder.dimension("no such dimension", 1);
  EXPECT_THROW(builder.dimension("state", 4), std::logic_error);
}

TEST(Record, texts_are_their_characters) {
  const ResultSchema schema({{"letter", Dimension::Kind::text, "1", ""}},
                            {{"fraction", ElementType::i8, {"letter"}, "1", ""}}, {});
  EXPECT_TRUE(schema.entries().front().is_text);
  RecordBuilder builder(schema);
  builder.put_text("fraction", "22/7");
  builder.put_text("nothing", "x");
  const Record record = std::move(builder).finish();
  EXPECT_EQ(record.values<std::int8_t>(schema, "fraction"), (std::vector<std::int8_t>{'2', '2', '/', '7'}));
}

TEST(Record, outputs_come_back_as_they_were_put_in_any_order) {
  const ResultSchema schema(dimensions, outputs, {});
  const Record record = record_of(schema, 2, {1, 3});
  EXPECT_EQ(record.values<double>(schema, "value"), (std::vector<double>{1.5, 1.5}));
  EXPECT_EQ(record.values<std::int32_t>(schema, "q"), (std::vector<std::int32_t>{1, 3, 11, 13}));
  EXPECT_EQ(record.values<double>(schema, "bound"), std::vector<double>{0.25});
  EXPECT_EQ(record.data.size(), 2 * 8 + 4 * 4 + 8u);
}

TEST(Record, outputs_that_are_not_kept_take_no_room) {
  const ResultSchema schema(dimensions, outputs, {"bound"});
  const Record record = record_of(schema, 2, {1, 3});
  EXPECT_EQ(record.data.size(), 8u);
  EXPECT_TRUE(record.values<double>(schema, "value").empty());
}

TEST(Record, a_wrong_number_or_type_of_values_is_refused) {
  const ResultSchema schema(dimensions, outputs, {});
  RecordBuilder builder(schema);
  builder.dimension("state", 3);
  EXPECT_THROW(builder.put("value", std::vector<double>(2)), std::logic_error);
  EXPECT_THROW(builder.put("bound", std::int64_t{1}), std::logic_error);
}

TEST(Record, a_forgotten_output_is_refused) {
  const ResultSchema schema(dimensions, outputs, {});
  RecordBuilder builder(schema);
  builder.put("bound", 1.0);
  EXPECT_THROW(std::move(builder).finish(), std::logic_error);
}

TEST(GridLayout, runs_of_other_sizes_and_labels_find_their_places) {
  const ResultSchema schema(dimensions, outputs, {});
  Records records(schema, 2);
  records.put(0, record_of(schema, 2, {1, 3}));
  records.put(1, record_of(schema, 1, {2, 3, 7}));
  const GridLayout layout(schema, records);
  EXPECT_EQ(layout.labels(schema.dimension("action")), (std::vector<std::int64_t>{1, 2, 3, 7}));
  EXPECT_TRUE(layout.differs(schema.dimension("state")));
  const std::size_t q = schema.entry("q");
  std::vector<std::int32_t> row(layout.row_count(schema.entries()[q]), -1);
  layout.place(records[0], q, std::as_writable_bytes(std::span(row)));
  EXPECT_EQ(row, (std::vector<std::int32_t>{1, -1, 3, -1, 11, -1, 13, -1}));
  std::fill(row.begin(), row.end(), -1);
  layout.place(records[1], q, std::as_writable_bytes(std::span(row)));
  EXPECT_EQ(row, (std::vector<std::int32_t>{-1, 2, 3, 7, -1, -1, -1, -1}));
}

TEST(GridLayout, a_failed_run_leaves_its_row_alone) {
  const ResultSchema schema(dimensions, outputs, {});
  Records records(schema, 2);
  records.put(0, record_of(schema, 2, {1}));
  Record failed;
  failed.status = RunStatus::failed;
  failed.message = "too bad";
  records.put(1, failed);
  EXPECT_EQ(records[1].status, RunStatus::failed);
  EXPECT_EQ(records[1].message, "too bad");
  EXPECT_EQ(records[1].attempts, 1);
  const GridLayout layout(schema, records);
  EXPECT_FALSE(layout.differs(schema.dimension("state")));
  std::vector<double> row(2, -5);
  layout.place(records[1], schema.entry("value"), std::as_writable_bytes(std::span(row)));
  EXPECT_EQ(row, (std::vector<double>{-5, -5}));
}

TEST(Records, are_read_as_they_were_put) {
  const ResultSchema schema(dimensions, outputs, {});
  Records records(schema, 3);
  const Record record = record_of(schema, 3, {2, 5});
  records.put(2, record);
  EXPECT_EQ(records[0].status, RunStatus::not_run);
  EXPECT_FALSE(records[0].has_data());
  const RecordView view = records[2];
  for (std::size_t i = 0; i < schema.entries().size(); ++i) {
    EXPECT_TRUE(std::ranges::equal(view.output(i), record.bytes(schema, i)));
  }
  EXPECT_EQ(view.values<double>("value"), record.values<double>(schema, "value"));
  const std::size_t action = schema.dimension("action");
  EXPECT_EQ(view.extent(action), 2u);
  EXPECT_TRUE(std::ranges::equal(view.labels(action), record.labels[action]));
}

TEST(Records, bytes_of_a_wrong_length_are_seen) {
  const ResultSchema schema(dimensions, outputs, {});
  std::vector<std::byte> bytes = record_bytes(schema, record_of(schema, 3, {2, 5}));
  EXPECT_TRUE(is_record(schema, bytes));
  EXPECT_TRUE(is_record(schema, {}));
  bytes.pop_back();
  EXPECT_FALSE(is_record(schema, bytes));
  bytes.resize(3);
  EXPECT_FALSE(is_record(schema, bytes));
}

}  // namespace
}  // namespace aleator

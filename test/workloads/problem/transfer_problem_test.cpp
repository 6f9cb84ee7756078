// Problem files of transfers.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/support/input_error.hpp"
#include "test/support/replaced_text.hpp"
#include "test/support/temporary_folder.hpp"
#include "workloads/problem/problem.hpp"
#include "workloads/transfer/transfer_workload.hpp"

namespace xdnasim::problem {
namespace {

using testing::AllOf;
using testing::HasSubstr;

constexpr std::string_view kTransferText = R"(device: xdna-phoenix
workload: transfer
transfer:
  streams:
    - {name: A, rows: 4096, row_bytes: 4096, run_bytes: 64, runs: 32}
    - {name: B, rows: 4096, row_bytes: 2048, run_bytes: 64, runs: 64, walk: across}
)";

class TransferFile : public testing::Test {
 protected:
    [[nodiscard]] Problem load(std::string_view text, std::vector<Setting> settings = {}) const {
        return load_problem(folder_.write("problem.yaml", text), settings);
    }
    [[nodiscard]] std::string refusal(std::string_view text,
                                      std::vector<Setting> settings = {}) const {
        return input_error([&] { return load(text, std::move(settings)); });
    }
    [[nodiscard]] static std::string with(std::string_view part, std::string_view replacement) {
        return replaced(kTransferText, part, replacement);
    }

    [[nodiscard]] static transfer::TransferDesign design_of(const Problem& problem) {
        return dynamic_cast<const transfer::TransferWorkload&>(*problem.workload).design();
    }

    TemporaryFolder folder_;
};

TEST_F(TransferFile, GivesTheStreams) {
    const auto streams = design_of(load(kTransferText)).streams;
    ASSERT_EQ(streams.size(), 2U);
    EXPECT_EQ(streams[0].name, "A");
    EXPECT_EQ(streams[0].walk, transfer::Walk::Along);
    EXPECT_EQ(streams[1].rows, 4096);
    EXPECT_EQ(streams[1].row, arch::Bytes{2048});
    EXPECT_EQ(streams[1].run, arch::Bytes{64});
    EXPECT_EQ(streams[1].runs, 64);
    EXPECT_EQ(streams[1].walk, transfer::Walk::Across);
}

TEST_F(TransferFile, UsesAllColumnsAndTwoTilesUnlessItSaysOtherwise) {
    EXPECT_EQ(design_of(load(kTransferText)).columns, 4);
    EXPECT_EQ(design_of(load(kTransferText)).depth, 2);
    EXPECT_EQ(design_of(load(kTransferText, {{"device", "xdna2-krackan"}})).columns, 8);
    EXPECT_EQ(design_of(load(kTransferText, {{"transfer.columns", "2"}})).columns, 2);
    EXPECT_EQ(design_of(load(kTransferText, {{"transfer.depth", "1"}})).depth, 1);
}

TEST_F(TransferFile, IsMappedAsAProblem) {
    const schedule::Schedule schedule = map_problem(load(kTransferText));
    EXPECT_EQ(schedule.workload->name(), "transfer");
}

TEST_F(TransferFile, HasNoSectionOfAnotherWorkload) {
    EXPECT_THAT(refusal(std::string{kTransferText} + "gemm: {}\n"),
                AllOf(HasSubstr("problem.yaml:7:1: unknown key 'gemm'"), HasSubstr("transfer")));
    EXPECT_THAT(refusal(kTransferText, {{"workload", "gemm"}}),
                HasSubstr("--set workload: the file has a section 'transfer', but the workload is "
                          "gemm; allowed: transfer"));
}

TEST_F(TransferFile, NamesThePlaceInAStream) {
    EXPECT_THAT(refusal(with("run_bytes: 64, runs: 64", "run_bytes: 48, runs: 64")),
                AllOf(HasSubstr("problem.yaml:6:57: stream B: run_bytes 48"),
                      HasSubstr("the nearest: 32 and 64")));
    EXPECT_THAT(refusal(with("rows: 4096", "rows: 0")), HasSubstr("problem.yaml:5:23: '0'"));
    EXPECT_THAT(refusal(with("rows: 4096, ", "")),
                HasSubstr("'transfer.streams.0.rows' is missing"));
    EXPECT_THAT(refusal(with("across", "along the rows")),
                AllOf(HasSubstr("problem.yaml:6:77: "), HasSubstr("allowed: along, across")));
    EXPECT_THAT(refusal(with("row_bytes", "row_byte")), HasSubstr("row_bytes"));
}

TEST_F(TransferFile, NamesTheSectionWhenADefaultIsAtFault) {
    EXPECT_THAT(refusal(with("rows: 4096", "rows: 96")),
                HasSubstr("problem.yaml:4:3: stream A: 4 columns cannot share 3 strips"));
    EXPECT_THAT(refusal(kTransferText, {{"transfer.columns", "3"}}),
                HasSubstr("--set transfer.columns"));
}

TEST_F(TransferFile, RefusesListsOfTheWrongLength) {
    EXPECT_THAT(refusal(kTransferText, {{"transfer.streams", "[]"}}), HasSubstr("0 streams"));
    EXPECT_THAT(
        refusal(std::string{kTransferText} +
                "    - {name: C, rows: 64, row_bytes: 64, run_bytes: 64, runs: 16}\n"),
        HasSubstr("problem.yaml:5:5: 3 streams; xdna-phoenix has shim channels for 1 to 2"));
}

TEST_F(TransferFile, RefusesNamesThatDoNotTellStreamsApart) {
    EXPECT_THAT(refusal(with("name: B", "name: A")),
                HasSubstr("problem.yaml:6:7: a second stream 'A'"));
    EXPECT_THAT(refusal(with("name: B", "name: " + std::string(33, 'b'))),
                HasSubstr("a name of 33 bytes; allowed: up to 32"));
}

}  // namespace
}  // namespace xdnasim::problem

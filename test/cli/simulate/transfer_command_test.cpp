// Transfers from the command line: their summary, and how wrong ones are refused.

#include <nlohmann/json.hpp>

#include "test/cli/bad_input.hpp"
#include "test/support/replaced_text.hpp"

namespace xdnasim::cli {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

constexpr std::string_view kTransfer = R"(device: teaching-2x1
workload: transfer
transfer:
  columns: 2
  depth: 2
  streams:
    - {name: A, rows: 64, row_bytes: 256, run_bytes: 64, runs: 8}
    - {name: B, rows: 64, row_bytes: 512, run_bytes: 64, runs: 16, walk: across}
)";

std::string transfer_with(std::string_view part, std::string_view replacement) {
    return replaced(kTransfer, part, replacement);
}

class TransferCommand : public Command {
 protected:
    [[nodiscard]] Outcome transfer(const std::string& arguments) const {
        const auto file = folder_.write("transfer.yaml", kTransfer);
        return run(fmt::format("simulate '{}' {}", file.string(), arguments));
    }
};

TEST_F(TransferCommand, GivesRatesInPlaceOfTops) {
    const Outcome outcome = transfer("");
    EXPECT_EQ(outcome.exit_code, 0) << outcome.messages;
    EXPECT_THAT(outcome.output,
                AllOf(HasSubstr("teaching-2x1, 2 columns at"), HasSubstr("GB/s read and written"),
                      HasSubstr("B: 64 rows of 512 bytes"), Not(HasSubstr("TOPS"))));
}

TEST_F(TransferCommand, VerifiesEveryByte) {
    const Outcome outcome = transfer("--verify --seed 3");
    EXPECT_EQ(outcome.exit_code, 0);
    EXPECT_THAT(outcome.output, HasSubstr("yes: every byte of A and B came back"));
}

TEST_F(TransferCommand, GivesTheStreamsAndRatesAsJson) {
    const auto result = nlohmann::json::parse(transfer("--json -").output);
    EXPECT_TRUE(result["tops"].is_null());
    EXPECT_TRUE(result["gemm"].is_null());
    EXPECT_EQ(result["dram"]["read_bytes"], 64 * 256 + 64 * 512);
    EXPECT_EQ(result["transfer"]["streams"][1]["walk"], "across");
    EXPECT_GT(result["transfer"]["array_gbps"], result["transfer"]["wall_gbps"]);
}

TEST_F(TransferCommand, KnowsBeforeTheRunThatTheMemoryDoesNotSuffice) {
    expect_refused(transfer("--verify --set transfer.streams='[{name: A, rows: 1048576, row_bytes: "
                            "1048576, run_bytes: 1024, runs: 64}]'"),
                   "MB are left; run without verification or with a smaller transfer.streams");
}

class BadTransfer : public BadInputTest {};

TEST_P(BadTransfer, IsRefusedWithOneMessage) {
    expect_one_message();
}

std::vector<BadInput> bad_transfers() {
    return {
        {"NoStreams",
         transfer_with("  streams:", "  stream:"),
         {"p.yaml:4:3: 'transfer.streams' is missing; is 'stream' meant to be it?"}},
        {"StreamsThatAreNoList",
         "device: teaching-2x1\nworkload: transfer\ntransfer: {streams: 3}\n",
         {"p.yaml:3:21: '3' is not a list"}},
        {"MisspeltWalk",
         transfer_with("across", "acros"),
         {"p.yaml:8:74: 'acros' is not known here; did you mean 'across'?"}},
        {"MisspeltKey",
         transfer_with("columns: 2", "column: 2"),
         {"p.yaml:4:3: unknown key 'column'; did you mean 'columns'?"}},
        {"NoRows",
         transfer_with("rows: 64", "rows: 0"),
         {"p.yaml:7:23: '0' is out of range; allowed: whole numbers from 1 to 1048576"}},
        {"NegativeRuns",
         transfer_with("runs: 8", "runs: -8"),
         {"p.yaml:7:64: '-8' is out of range"}},
        {"RunThatDoesNotDivideARow",
         transfer_with("run_bytes: 64", "run_bytes: 72"),
         {"p.yaml:7:54: stream A: run_bytes 72", "the nearest: 64 and 128"}},
        {"RowOfHalfAWord",
         transfer_with("row_bytes: 256", "row_bytes: 250"),
         {"p.yaml:7:38: stream A: row_bytes 250 is not a multiple of 4, a word of DMA"}},
        {"UnequalShares",
         transfer_with("rows: 64", "rows: 24"),
         {"p.yaml:4:12: stream A: 2 columns cannot share 3 strips", "the nearest that can: 1"}},
        {"MoreColumnsThanThereAre",
         transfer_with("columns: 2", "columns: 3"),
         {"p.yaml:4:12: '3' is out of range; allowed: whole numbers from 1 to 2"}},
        {"DepthBeyondTheBds",
         transfer_with("depth: 2", "depth: 1000"),
         {"p.yaml:5:10: transfer.depth: ", "not 1000"}},
        {"SectionOfAGemm",
         transfer_with("workload: transfer", "workload: gemm"),
         {"p.yaml:1:1: 'gemm' is missing"}},
    };
}

INSTANTIATE_TEST_SUITE_P(Keys, BadTransfer, testing::ValuesIn(bad_transfers()), kNameOf);

}  // namespace
}  // namespace xdnasim::cli

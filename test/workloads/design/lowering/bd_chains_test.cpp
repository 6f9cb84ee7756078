// Chains of BDs that a design defines and its runtime sequence starts, compared with the same tasks
// written out.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/workloads/design/design_text.hpp"
#include "workloads/schedule/operations.hpp"

namespace xdnasim::design {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

/// scale_2026.mlir with `chains`, and with `body` as the body of its sequence.
std::string with_chains(const std::string& chains, const std::string& body) {
    const std::string text = text_of("scale_2026.mlir");
    const std::size_t sequence = text.find("aie.runtime_sequence @sequence");
    const std::size_t begin = text.find('{', sequence);
    const std::size_t end = text.rfind('}', text.rfind('}', text.rfind('}') - 1) - 1);
    return text.substr(0, sequence) + chains + text.substr(sequence, begin + 1 - sequence) + "\n" +
           body + text.substr(end);
}

/// Two BDs, one for each half of `memory`.
std::string halves_of(const std::string& memory) {
    const std::string bd = "aie.dma_bd(%" + memory + " : memref<2048xi32>, ";
    return bd + "0, 1024)\naie.next_bd ^second\n^second:\n" + bd + "1024, 1024)\naie.end\n";
}

/// A chain of two BDs. `parameter`: name of its memory, which may be that of an argument of the
/// sequence.
std::string chain(const std::string& parameter) {
    return "aie.bd_chain @halves(%" + parameter + ": memref<2048xi32>) {\n" + halves_of(parameter) +
           "}\n";
}

constexpr const char* kAwaitOut = "aiex.dma_await_task(%out)\n";

std::string started(const std::string& in, const std::string& out) {
    return "%in = aiex.dma_start_bd_chain" + in + "\n%out = aiex.dma_start_bd_chain" + out + "\n" +
           kAwaitOut;
}

const std::string kStartIn = "_for @halves(%arg0) : (memref<2048xi32>) for @in";
const std::string kStartOut =
    "_for @halves(%arg1) : (memref<2048xi32>) for @out {issue_token = true}";

std::string written_out() {
    return "%in = aiex.dma_configure_task_for @in {\n" + halves_of("arg0") +
           "}\naiex.dma_start_task(%in)\n%out = aiex.dma_configure_task_for @out {\n" +
           halves_of("arg1") + "} {issue_token = true}\naiex.dma_start_task(%out)\n" + kAwaitOut;
}

std::vector<std::pair<int, std::int64_t>> written(const std::string& text) {
    std::vector<std::pair<int, std::int64_t>> bds;
    schedule::for_each_operation<schedule::WriteBd>(
        read(text).schedule.sequence, [&](const schedule::WriteBd& write) {
            bds.emplace_back(std::get<schedule::HostBufferRef>(write.bd.buffer).index,
                             write.offset.base);
        });
    return bds;
}

TEST(BdChains, RunAsIfTheyWereWrittenWhereTheyStart) {
    const std::int64_t expected = cycles_of(with_chains("", written_out()));
    int compared = 0;
    // The second parameter has the name of an argument that the first start does not pass.
    for (const char* parameter : {"memory", "arg1"}) {
        const std::string text = with_chains(chain(parameter), started(kStartIn, kStartOut));
        EXPECT_THAT(written(text), ElementsAre(std::pair{0, 0}, std::pair{0, 4096}, std::pair{1, 0},
                                               std::pair{1, 4096}));
        EXPECT_EQ(cycles_of(text), expected) << parameter;
        ++compared;
    }
    EXPECT_EQ(compared, 2);
}

TEST(BdChains, StartOnAChannelOfATileAsOften) {
    const std::string half =
        " @half(%arg0) : (memref<2048xi32>) on (%shim_noc_tile_0_0, MM2S, 0) "
        "{repeat_count = 1 : i32}";
    const std::string half_chain =
        "aie.bd_chain @half(%m: memref<2048xi32>) {\naie.dma_bd(%m : memref<2048xi32>, 0, 1024)\n"
        "aie.end\n}\n";
    const std::string text = with_chains(chain("m") + half_chain, started(half, kStartOut));
    const Design design = read(text);
    std::vector<int> repeats;
    schedule::for_each_operation<schedule::PushTask>(
        design.schedule.sequence,
        [&](const schedule::PushTask& push) { repeats.push_back(push.repeat); });
    EXPECT_THAT(repeats, ElementsAre(1, 0));
    EXPECT_GT(cycles_of(text), 2048);
}

TEST(BdChains, EndWhereTheirLastBdLeadsToTheEnd) {
    const std::string text = with_chains("", written_out());
    const std::string last = "1024, 1024)\naie.end\n";
    const std::string led = with(text, last, "1024, 1024)\naie.next_bd ^last\n^last:\naie.end\n");
    EXPECT_EQ(cycles_of(led), cycles_of(text));
    EXPECT_THAT(refusal(with(led, "^last:", "^other:")), HasSubstr("there is no block '^last'"));
}

TEST(BdChains, ThatAreNotThereOrTakeOtherArgumentsAreRefused) {
    const std::string body = started(kStartIn, kStartOut);
    EXPECT_THAT(
        refusal(with_chains("", body)),
        AllOf(HasSubstr("is 'halves', which is not an aie.bd_chain of the device; it has none"),
              HasSubstr("design.mlir:75:")));
    EXPECT_THAT(refusal(with_chains(chain("a"), with(body, "@halves(%arg0)", "@halfs(%arg0)"))),
                HasSubstr("is 'halfs', which is not an aie.bd_chain of the device; it has halves"));
    EXPECT_THAT(
        refusal(with_chains(chain("a"), with(body, "@halves(%arg0)", "@halves(%arg0, %arg1)"))),
        HasSubstr("2 arguments for a chain of BDs that takes 1"));
    EXPECT_THAT(refusal(with_chains(chain("a"), with(body, "@halves(%arg0)", "@halves(%gone)"))),
                HasSubstr("'buffer' of aie.dma_bd is not an argument of the runtime sequence"));
}

}  // namespace
}  // namespace xdnasim::design

// Recordings of problems that name files: a replay needs the same contents of these files, wherever
// they are.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "backends/systemc/systemc_backend.hpp"
#include "test/backends/replay/replayed_run.hpp"
#include "test/support/replaced_text.hpp"
#include "workloads/netlist/netlist_file.hpp"
#include "workloads/netlist/suite/suite.hpp"

namespace xdnasim::backends {
namespace {

using test::Mapped;
using test::mapped_file;
using test::measured;
using testing::HasSubstr;

class ReplayOfFiles : public test::Replay {
 protected:
    /// The problem `text` in a folder of its own, beside a file that it names.
    [[nodiscard]] Mapped problem(const std::string& folder, const std::string& text,
                                 const std::string& name, const std::string& content) const {
        std::filesystem::create_directory(files_.path() / folder);
        files_.write(folder + "/" + name, content);
        return mapped_file(files_.write(folder + "/problem.yaml", text));
    }

 private:
    TemporaryFolder files_;
};

TEST_F(ReplayOfFiles, IsOfTheSameDesignWhateverItsPath) {
    const std::string text = content_of(XDNASIM_EXAMPLES "/design_source/aie.mlir");
    const auto design = [&](const std::string& folder, const std::string& content,
                            const std::string& more = "") {
        return problem(folder,
                       "device: xdna-phoenix\nworkload: design\ndesign:\n  file: a.mlir\n" + more,
                       "a.mlir", content);
    };
    record(design("a", text), measured());
    EXPECT_TRUE(replay(design("b", text)).timed());

    const std::string longer =
        replaced(text, "%c64 = arith.constant 64", "%c64 = arith.constant 32");
    EXPECT_THAT(refusal(design("a", longer)),
                HasSubstr("is of another problem: design.file.fnv1a is "));
}

TEST_F(ReplayOfFiles, IsOfTheSameSequenceOfADesign) {
    std::string text = content_of(XDNASIM_EXAMPLES "/design_source/aie.mlir");
    const std::string unnamed = "aie.runtime_sequence(";
    const std::size_t begin = text.find(unnamed);
    ASSERT_NE(begin, std::string::npos);
    const std::string body = text.substr(
        begin + unnamed.size() - 1, text.find("\n    }\n", begin) + 7 - begin - unnamed.size());
    text.insert(begin, "aie.runtime_sequence @first" + body + "\n    ");
    text.insert(text.find(unnamed) + unnamed.size() - 1, " @second");
    const auto design = [&](const std::string& sequence) {
        return problem(sequence,
                       "device: xdna-phoenix\nworkload: design\ndesign: {file: a.mlir, sequence: " +
                           sequence + "}\n",
                       "a.mlir", text);
    };
    record(design("first"), measured());
    EXPECT_TRUE(replay(design("first")).timed());
    EXPECT_THAT(refusal(design("second")), HasSubstr("design.sequence is first; needed: second"));
}

TEST_F(ReplayOfFiles, HasTheRatesOfADesignWithPortsToTheProgrammableLogic) {
    const Mapped design = mapped_file(XDNASIM_EXAMPLES "/design_plio/input_with_addresses.mlir");
    const RunResult simulated =
        make_systemc_backend()->run(design.schedule, design.problem.device, {});
    record(design, simulated);
    ASSERT_TRUE(simulated.rates.has_value());
    EXPECT_NEAR(replay(design).rates->array.value().count(), simulated.rates->array.value().count(),
                1e-9);
}

TEST_F(ReplayOfFiles, IsOfTheSameNetlistWhateverItsPath) {
    netlist::Netlist mesh = netlist::suite_netlist("mesh_ps_03");
    const auto placed = [&](const std::string& folder) {
        return problem(folder,
                       "device: xdna2-strix\nworkload: netlist\nnetlist: {file: n.json, placer: "
                       "naive}\n",
                       "n.json", netlist::canonical_json(mesh));
    };
    record(placed("a"), measured());
    EXPECT_TRUE(replay(placed("b")).timed());
    for (int& depth : mesh.nets.front().depths)
        ++depth;
    EXPECT_THAT(refusal(placed("a")), HasSubstr("netlist.file.fnv1a is "));
}

}  // namespace
}  // namespace xdnasim::backends

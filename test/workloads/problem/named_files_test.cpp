#include "workloads/problem/named_files.hpp"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/yaml.hpp"
#include "test/support/temporary_folder.hpp"

namespace xdnasim::problem {
namespace {

namespace fs = std::filesystem;

class ProblemsFiles : public testing::Test {
 protected:
    /// The files that a problem file with `text` names, relative to the folder of the problem file.
    [[nodiscard]] std::vector<std::string> named(const std::string& text) const {
        const fs::path file = folder_.write("p.yaml", text);
        const base::Node root = base::load_yaml(file);
        std::vector<std::string> names;
        for (const auto& files :
             {files_of_device(root, file.parent_path()), files_of_workload(root)})
            for (const fs::path& path : files)
                names.push_back(path.lexically_relative(folder_.path()).string());
        return names;
    }

    const TemporaryFolder folder_;
};

TEST_F(ProblemsFiles, AreThoseOfItsDevice) {
    folder_.write("d.yaml", "extends: xdna-phoenix\n");
    for (const char* const text : {"device: ./d.yaml", "device: {base: ./d.yaml, set: {}}"})
        EXPECT_THAT(named(text),
                    testing::UnorderedElementsAre(testing::EndsWith("d.yaml"),
                                                  testing::EndsWith("/xdna-phoenix.yaml"),
                                                  testing::EndsWith("/architectures/aie-ml.yaml")))
            << text;
    EXPECT_THAT(named("device: ./missing.yaml"), testing::IsEmpty());
}

TEST_F(ProblemsFiles, AreThoseOfADesign) {
    folder_.write("sub/k.yaml", "kernels: {f: {program: f.yaml}, g: {library: g.so}, h: 3}");
    folder_.write("sub/p.yaml", "ports: {in: {data: in.bin}, out: {words: 2}}");
    EXPECT_THAT(
        named("workload: design\n"
              "design: {file: a.mlir, kernels: sub/k.yaml, ports: sub/p.yaml, "
              "instructions: insts.bin, inputs: {arg0: x.npy}, expect: {arg1: y.npy}, "
              "outputs: {arg1: z.npy}}"),
        testing::UnorderedElementsAre("a.mlir", "sub/k.yaml", "sub/f.yaml", "sub/g.so",
                                      "sub/p.yaml", "sub/in.bin", "insts.bin", "x.npy", "y.npy"));
}

TEST_F(ProblemsFiles, AreThoseBesideADesign) {
    folder_.write("sub/kernels.yaml", "kernels: {f: {library: f.so}}");
    folder_.write("sub/ports.yaml", "not: [a map of ports");
    EXPECT_THAT(named("workload: design\ndesign: {file: sub/a.mlir}"),
                testing::UnorderedElementsAre("sub/a.mlir", "sub/kernels.yaml", "sub/f.so",
                                              "sub/ports.yaml"));
    EXPECT_THAT(named("workload: design\ndesign: {file: sub/a.mlir, kernels: {f: {library: "
                      "l.so}}, ports: {}}"),
                testing::UnorderedElementsAre("sub/a.mlir", "sub/l.so"));
}

TEST_F(ProblemsFiles, MayHaveNamesThatNoFileCanHave) {
    const std::string name(300, 'k');
    EXPECT_THAT(named("workload: design\ndesign: {file: a.mlir, kernels: " + name + "}"),
                testing::Contains(name));
    EXPECT_THAT(named("workload: design\ndesign: {file: " + name + "/a.mlir}"),
                testing::ElementsAre(name + "/a.mlir"));
}

TEST_F(ProblemsFiles, AreThoseOfANetlist) {
    EXPECT_THAT(named("workload: netlist\nnetlist: {result: r.json}"),
                testing::ElementsAre("r.json"));
    EXPECT_THAT(named("workload: netlist\nnetlist: {file: n.json}"),
                testing::ElementsAre("n.json"));
    EXPECT_THAT(named("workload: netlist\nnetlist: {suite: mesh_ps_03}"), testing::IsEmpty());
}

TEST_F(ProblemsFiles, ThatAreWrittenAreTheOutputsOfADesign) {
    const fs::path file = folder_.write("p.yaml",
                                        "workload: design\n"
                                        "design: {outputs: {arg0: x.npy, arg1: [y.npy], arg2: ''}, "
                                        "inputs: {arg3: z.npy}}");
    const std::vector<base::Node> outputs = outputs_of_workload(base::load_yaml(file));
    ASSERT_EQ(outputs.size(), 1U);
    EXPECT_EQ(outputs.front().text(), "x.npy");
    EXPECT_EQ(base::to_string(outputs.front().place()), file.string() + ":2:26");
    for (const char* const text : {"workload: design", "workload: gemm\ndesign: {outputs: {a: b}}",
                                   "workload: design\ndesign: {outputs: z.npy}"})
        EXPECT_THAT(outputs_of_workload(base::parse_yaml(text, "p.yaml")), testing::IsEmpty())
            << text;
}

TEST_F(ProblemsFiles, FollowFromFewKeys) {
    for (const char* const key : {"device", "device.base"})
        EXPECT_TRUE(may_name_device({key, "x"})) << key;
    for (const char* const key : {"device.set.dram.read", "device.set", "gemm.size.m"})
        EXPECT_FALSE(may_name_device({key, "7"})) << key;
    for (const char* const key :
         {"workload", "netlist.result", "design.file", "design.kernels", "design.kernels.f.program",
          "design.kernels.f.library", "design.ports.p.data", "design.inputs.arg0",
          "design.instructions", "design.expect"})
        EXPECT_TRUE(may_name_files_of_workload({key, "x"})) << key;
    EXPECT_TRUE(may_name_files_of_workload({"design.kernels.f", "{program: p.yaml}"}));
    for (const char* const key :
         {"device", "netlist.suite", "design.default_cycles", "design.kernels.f.cycles",
          "design.ports.p.words", "design.outputs.arg0", "gemm.size.m"})
        EXPECT_FALSE(may_name_files_of_workload({key, "7"})) << key;
}

}  // namespace
}  // namespace xdnasim::problem

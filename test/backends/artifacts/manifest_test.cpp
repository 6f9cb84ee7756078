#include "backends/artifacts/manifest.hpp"

#include <tuple>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "test/backends/artifacts/example_manifest.hpp"
#include "test/backends/artifacts/written_file.hpp"
#include "test/support/input_error.hpp"
#include "test/support/replaced_text.hpp"
#include "test/support/temporary_folder.hpp"
#include "workloads/problem/problem.hpp"

namespace xdnasim::artifacts {
namespace {

using test::manifest_of;
using testing::HasSubstr;

class ManifestFile : public testing::Test {
 protected:
    [[nodiscard]] std::filesystem::path write(const std::string& text) const {
        return folder_.write("manifest.json", text);
    }
    /// The error message for the example's manifest with one part of its text replaced.
    [[nodiscard]] std::string error_with(std::string_view part,
                                         std::string_view replacement) const {
        const std::string text =
            replaced(manifest_json(manifest_of("gemm_teaching.yaml")), part, replacement);
        return input_error([&] { return load_manifest(write(text)); });
    }
    TemporaryFolder folder_;
};

TEST(Manifest, NamesWhatTheBuffersHold) {
    const Manifest manifest = manifest_of("gemm_xdna2_int16out.yaml");
    ASSERT_EQ(manifest.buffers.size(), 3U);
    EXPECT_EQ(manifest.buffers[1].name, "B");
    EXPECT_EQ(manifest.buffers[1].role, BufferRole::Input);
    EXPECT_EQ(manifest.buffers[1].layout, "column-major");
    EXPECT_EQ(manifest.buffers[2].role, BufferRole::Output);
    EXPECT_EQ(manifest.buffers[2].type, "int16");
    EXPECT_EQ(manifest.buffers[2].size.count(),
              2 * manifest.buffers[2].shape[0] * manifest.buffers[2].shape[1]);
}

TEST_F(ManifestFile, IsReadAsItWasWritten) {
    for (const char* example : {"gemm_teaching.yaml", "transfer_gemm_like.yaml",
                                "elementwise_vector_scalar.yaml", "gemm_any.yaml"}) {
        Manifest manifest = manifest_of(example);
        folder_.write("insts.bin", "12345678");
        manifest.files.insts = xdnasim::test::entry_of("insts.bin", "12345678");
        manifest.files.xclbin = {.path = "final.xclbin", .size = {}, .hash = {}};
        const std::string text = manifest_json(manifest);
        const Manifest read = load_manifest(write(text));
        EXPECT_EQ(manifest_json(read), text) << example;
        EXPECT_NO_THROW(require_same_problem(read, manifest, "manifest.json")) << example;
        EXPECT_NO_THROW(require_same_trace(read, manifest, "manifest.json")) << example;
        EXPECT_NO_THROW(require_same_file(folder_.path(), *read.files.insts));
    }
}

TEST_F(ManifestFile, KeepsTheTracedUnits) {
    const Manifest manifest =
        manifest_of("elementwise_vector_scalar.yaml", "trace.buffer_bytes", "4096");
    ASSERT_TRUE(manifest.trace);
    const Manifest read = load_manifest(write(manifest_json(manifest)));
    EXPECT_NO_THROW(require_same_trace(read, manifest, "manifest.json"));
    EXPECT_EQ(manifest_json(read), manifest_json(manifest));
    EXPECT_EQ(read.buffers.back().role, BufferRole::Trace);

    Manifest other = read;
    other.trace->units[0].events[1] = 255;
    EXPECT_THAT(input_error([&] {
                    require_same_trace(other, manifest, "m");
                    return 0;
                }),
                HasSubstr("streams[0].slots[1] is 255; needed: "));
}

TEST(Manifest, NamesTheFieldThatDiffersAndBothValues) {
    const Manifest wanted = manifest_of("gemm_xdna2_int8.yaml");
    const auto difference = [&](const Manifest& found) {
        return input_error([&] {
            require_same_problem(found, wanted, "m.json");
            return 0;
        });
    };
    EXPECT_EQ(difference(manifest_of("gemm_xdna2_int8.yaml", "gemm.size.k", "2160")),
              "'m.json' is of another problem: gemm.size.k is 2160; needed: 4320");
    EXPECT_EQ(difference(manifest_of("gemm_xdna2_int8.yaml", "gemm.b_layout", "row-major")),
              "'m.json' is of another problem: gemm.b_layout is row-major; needed: column-major");
    EXPECT_THAT(difference(manifest_of("gemm_xdna_int8.yaml")),
                HasSubstr("device is xdna-phoenix; needed: xdna2-krackan"));
    EXPECT_EQ(difference(manifest_of("gemm_xdna2_int8.yaml", "gemm.rounding", "floor")),
              "'m.json' is of another problem: gemm.rounding is floor; needed: conv_even");
    Manifest unnamed = wanted;
    unnamed.problem.clear();
    EXPECT_THAT(difference(unnamed), HasSubstr("workload is not set; needed: gemm"));
    Manifest more = wanted;
    more.problem.push_back({"gemm.sparsity", 2});
    EXPECT_THAT(difference(more), HasSubstr("gemm.sparsity is 2; needed: not set"));
}

TEST(Manifest, HoldsEveryNumberOfTheDeviceByItsValue) {
    const problem::Problem problem =
        problem::load_problem(std::string{XDNASIM_EXAMPLES "/gemm_teaching.yaml"}, {});
    const Manifest manifest = make_manifest(problem::map_problem(problem), problem.device);
    EXPECT_EQ(manifest.numbers.size(), problem.device.quantities.size());
    EXPECT_EQ(manifest.kernels->size(), 2U);
    const auto differs = [&](const char* number, const char* value) {
        const Manifest other =
            manifest_of("gemm_teaching.yaml", "device",
                        fmt::format("{{base: teaching-2x1, set: {{{}: {}}}}}", number, value));
        return input_error([&] {
            require_same_numbers(other, manifest, "m.json");
            return 0;
        });
    };
    EXPECT_EQ(differs("fabric.read", "7"),
              "'m.json' is of another problem: device fabric.read is 7; needed: 16.25");
    EXPECT_EQ(differs("shim_mux.mm2s_to_south", "[2, 7]"),
              "'m.json' is of another problem: device shim_mux.mm2s_to_south is [2, 7]; needed: "
              "[3, 7]");
    Manifest unknown = manifest;
    unknown.numbers.clear();
    unknown.kernels.reset();
    EXPECT_NO_THROW(require_same_numbers(unknown, manifest, "m.json"));
    EXPECT_NO_THROW(require_same_problem(unknown, manifest, "m.json"));
}

TEST(Manifest, OfADesignKnowsNoTimes) {
    const Manifest wanted = manifest_of("gemm_teaching.yaml");
    int checked = 0;
    for (const char* number :
         {"dram.total: 5", "timing.core_call: 1", "fabric.write: 3", "dispatch: 1",
          "command_processor.push: 1", "array.clock_ghz: 2", "reconfiguration: 5"}) {
        const Manifest other =
            manifest_of("gemm_teaching.yaml", "device",
                        fmt::format("{{base: teaching-2x1, set: {{{}}}}}", number));
        EXPECT_NO_THROW(require_same_problem(other, wanted, "m.json")) << number;
        ++checked;
    }
    EXPECT_EQ(checked, 7);
    for (const auto& [problem, device, number] :
         {std::tuple{"network_two_layers.yaml", "versal-ve2802", "pl.crossing: 3"},
          std::tuple{"network_two_layers.yaml", "versal-ve2802", "core.cascade.latency: 3"},
          std::tuple{"network_two_layers.yaml", "versal-ve2802", "pl.clock_ghz: 0.25"},
          std::tuple{"gemm_xdna2_int8.yaml", "xdna2-krackan",
                     "core.matrix.int16-int16-int32.peano_slowdown: 1.3"},
          std::tuple{"gemm_xdna2_int8.yaml", "xdna2-krackan",
                     "core.matrix.int8-int8-int8.macs_per_cycle: 100"}}) {
        const Manifest other = manifest_of(
            problem, "device", fmt::format("{{base: {}, set: {{{}}}}}", device, number));
        EXPECT_NO_THROW(require_same_problem(other, manifest_of(problem), "m.json")) << number;
        ++checked;
    }
    EXPECT_EQ(checked, 12);
    EXPECT_THAT(input_error([&] {
                    require_same_problem(
                        manifest_of("gemm_teaching.yaml", "device",
                                    "{base: teaching-2x1, set: {mem_tile.locks: 60}}"),
                        wanted, "m.json");
                    return 0;
                }),
                HasSubstr("device mem_tile.locks is 60; needed: 64"));
}

TEST(Manifest, IsOfTheSameBuffersInEveryRespect) {
    const Manifest wanted = manifest_of("gemm_xdna2_int8.yaml");
    const auto difference = [&](auto change) {
        Manifest found = wanted;
        change(found);
        return input_error([&] {
            require_same_problem(found, wanted, "m.json");
            return 0;
        });
    };
    EXPECT_THAT(difference([](Manifest& found) { found.generation = "aie-ml"; }),
                HasSubstr("generation is aie-ml; needed: aie2p"));
    EXPECT_THAT(difference([](Manifest& found) { found.buffers[0].role = BufferRole::Output; }),
                HasSubstr("buffers[0].role is output; needed: input"));
    EXPECT_THAT(difference([](Manifest& found) { found.buffers[0].type = "uint8"; }),
                HasSubstr("buffers[0].type is uint8; needed: int8"));
    EXPECT_THAT(difference([](Manifest& found) {
                    std::swap(found.buffers[0].shape[0], found.buffers[0].shape[1]);
                }),
                HasSubstr("buffers[0].shape is [4320, 4032]; needed: [4032, 4320]"));
    EXPECT_THAT(difference([](Manifest& found) { found.buffers[1].layout = "row-major"; }),
                HasSubstr("buffers[1].layout is row-major; needed: column-major"));
}

TEST_F(ManifestFile, SaysWhereItIsWrong) {
    EXPECT_THAT(error_with("\"kernel\"", "\"kernal\""),
                HasSubstr("manifest.json:1:1: 'kernel' is missing; is 'kernal' meant to be it?"));
    EXPECT_THAT(error_with("\"clock_ghz\"", "\"clok_ghz\""),
                HasSubstr("manifest.json:5:3: unknown key 'clok_ghz'; did you mean 'clock_ghz'?"));
    EXPECT_THAT(
        error_with("\"schema_version\": 1", "\"schema_version\": 2"),
        HasSubstr("manifest.json:2:21: '2' is out of range; allowed: whole numbers from 1 to 1"));
    EXPECT_THAT(error_with("\"role\": \"output\"", "\"role\": \"result\""),
                HasSubstr("'result' is not known here; allowed: input, output, trace"));
    EXPECT_THAT(error_with("\"buffers\": [", "\"buffers\": [{}, "),
                HasSubstr("'buffers[0].name' is missing"));
    EXPECT_THAT(error_with("\"kernel\": \"MLIR_AIE\"", "\"kernel\": \"\""),
                HasSubstr("the quoted text '' is empty"));
    EXPECT_THAT(error_with("\"name\": \"A\"", "\"name\": \"\\u0000\""),
                HasSubstr(": a NUL in a text; allowed: texts without"));
    EXPECT_THAT(error_with("\"name\": \"A\"", "\"name\": 7"), HasSubstr("'7' is not a text"));
    for (const std::string path : {"../i", "/tmp/i", ""})
        EXPECT_THAT(
            error_with("\"files\": {}",
                       fmt::format("\"files\": {{\"insts\": {{\"path\": \"{}\"}}}}", path)),
            HasSubstr("'" + path + "' is not a valid path of a file; allowed: a path relative"));
    EXPECT_THAT(
        error_with("\"files\": {}", "\"files\": {\"insts\": {\"path\": \"i\", \"fnv1a\": \"12\"}}"),
        HasSubstr("'12' is not a hash; allowed: 16 hexadecimal digits"));
}

TEST_F(ManifestFile, IsRefusedWhereverItIsCutOff) {
    const std::string text = manifest_json(manifest_of("gemm_teaching.yaml"));
    for (std::size_t size = 0; size + 2 < text.size(); size += 7)
        EXPECT_THAT(input_error([&] { return load_manifest(write(text.substr(0, size))); }),
                    HasSubstr(": not valid JSON: "))
            << size;
}

TEST_F(ManifestFile, MayNotBeDeep) {
    const std::string deep = std::string(1'000'000, '[') + std::string(1'000'000, ']');
    EXPECT_THAT(error_with("\"schema_version\": 1", "\"schema_version\": " + deep),
                HasSubstr("manifest.json:2:52: nested too deep; allowed: 32 levels"));
    EXPECT_THAT(error_with("\"schema_version\": 1", "\"schema_version\": [[1]]"),
                HasSubstr("manifest.json:2:21: a list is not a whole number"));
}

TEST_F(ManifestFile, MayNotHaveNumbersBeyondAllBounds) {
    EXPECT_THAT(error_with("\"schema_version\": 1", "\"schema_version\": 1e999"),
                HasSubstr("manifest.json:2:21: '1e999' is out of range"));
    EXPECT_THAT(error_with("\"bytes\": ",
                           "\"bytes\": 9"
                           "9999999999999999999"),
                HasSubstr("is out of range; allowed: whole numbers from 1 to "));
}

TEST_F(ManifestFile, MustBeThere) {
    EXPECT_THAT(input_error([&] { return load_manifest(folder_.path() / "none.json"); }),
                HasSubstr("none.json: no such file"));
    EXPECT_THAT(input_error([&] { return load_manifest(folder_.path()); }),
                HasSubstr(": not a regular file"));
}

TEST_F(ManifestFile, NoticesAFileThatChanged) {
    folder_.write("insts.bin", "12345678");
    const FileEntry entry = xdnasim::test::entry_of("insts.bin", "12345678");
    const auto error = [&](const char* content) {
        folder_.write("insts.bin", content);
        return input_error([&] {
            require_same_file(folder_.path(), entry);
            return 0;
        });
    };
    EXPECT_THAT(error("1234"), HasSubstr("insts.bin' has 4 bytes; it was written with 8"));
    EXPECT_THAT(error("12345679"), HasSubstr("insts.bin' has the hash "));
}

TEST_F(ManifestFile, DoesNotWaitForAFileThatIsAPipeNow) {
    ASSERT_EQ(::mkfifo((folder_.path() / "insts.bin").c_str(), 0600), 0);
    EXPECT_THAT(input_error([&] {
                    require_same_file(folder_.path(), xdnasim::test::entry_of("insts.bin", "1"));
                    return 0;
                }),
                HasSubstr("insts.bin' is not a regular file"));
}

}  // namespace
}  // namespace xdnasim::artifacts

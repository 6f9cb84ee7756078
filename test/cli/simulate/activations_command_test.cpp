// `xdnasim simulate --activations` and `--expect-activations`: the files that they write,
// differences from expected files, and what is refused.

#include "test/cli/command_fixture.hpp"

namespace xdnasim::cli {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;

class ActivationsCommand : public Command {
 protected:
    [[nodiscard]] Outcome network(const std::string& arguments) const {
        return run(
            fmt::format("simulate '{}/network_two_layers.yaml' {}", XDNASIM_EXAMPLES, arguments));
    }
    [[nodiscard]] fs::path written() const {
        const fs::path folder = folder_.path() / "layers";
        EXPECT_EQ(network(fmt::format("--activations '{}'", folder.string())).exit_code, 0);
        return folder;
    }
};

TEST_F(ActivationsCommand, WritesAnArrayForEachLayerAndWhatItIsComputedFrom) {
    const fs::path folder = written();
    int files = 0;
    for (const char* const name : {"input", "layer_0_weights", "layer_0_bias", "layer_0",
                                   "layer_1_weights", "layer_1_bias", "layer_1"})
        files += fs::exists(folder / fmt::format("{}.npy", name)) ? 1 : 0;
    EXPECT_EQ(files, 7);
    EXPECT_EQ(std::distance(fs::directory_iterator{folder}, fs::directory_iterator{}), 7);
    EXPECT_THAT(content_of(folder / "layer_0.npy"),
                AllOf(HasSubstr("'descr': '|i1'"), HasSubstr("(1, 16, 32, )")));
    EXPECT_THAT(content_of(folder / "layer_1_bias.npy"), HasSubstr("'descr': '<i4'"));
}

TEST_F(ActivationsCommand, FindsTheFirstValueThatIsNotAsExpected) {
    const fs::path folder = written();
    const std::string expected = fmt::format("--expect-activations '{}'", folder.string());
    const Outcome same = network(expected);
    EXPECT_EQ(same.exit_code, 0);
    EXPECT_THAT(same.output, HasSubstr("7 arrays are as in"));

    std::string text = content_of(folder / "layer_0.npy");
    // The element in row 9 and column 20 of 16 x 32. Row 9 is in the second part of M, whose cores
    // are one row above those of the first part.
    char& value = text[text.size() - 16 * 32 + 9 * 32 + 20];
    value = static_cast<char>(value + 1);
    folder_.write("layers/layer_0.npy", text);
    const Outcome other = network(expected);
    EXPECT_EQ(other.exit_code, 1);
    EXPECT_THAT(other.messages,
                AllOf(HasSubstr("layer_0: 1 of 512 values are not as in"),
                      HasSubstr("sample 0, row 9, column 20, of core (6,4): expected")));
}

TEST_F(ActivationsCommand, RefusesWhatIsNoneOfTheLayers) {
    folder_.write("layer_9.npy", "");
    expect_refused(network(fmt::format("--expect-activations '{}'", folder_.path().string())),
                   "layer_9.npy' is none of the network's arrays; allowed: input, layer_0_weights");
    const fs::path empty = folder_.path() / "empty";
    fs::create_directory(empty);
    expect_refused(network(fmt::format("--expect-activations '{}'", empty.string())),
                   "has no .npy to compare with");
    expect_refused(simulate(fmt::format("--activations '{}'", empty.string())),
                   "--activations: the workload 'gemm' has no layers; allowed: network");
    expect_refused(network(fmt::format("--backend analytic --activations '{}'", empty.string())),
                   "the backend 'analytic' has no access to the array's data");
}

}  // namespace
}  // namespace xdnasim::cli

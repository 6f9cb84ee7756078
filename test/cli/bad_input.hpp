#pragma once
// Fixture for tests of the command with bad input, which must end with exit code 2 and a single
// message that names the place, what is wrong there and what is allowed.

#include <string>
#include <string_view>
#include <vector>

#include "test/cli/command_fixture.hpp"
#include "test/support/replaced_text.hpp"

namespace xdnasim::cli {

struct BadInput {
    const char* name;                  ///< name of the test
    std::string content;               ///< content of p.yaml
    std::vector<std::string> message;  ///< texts that the message must contain
    std::string arguments{};           ///< arguments after p.yaml
};

inline void PrintTo(const BadInput& input, std::ostream* out) {
    *out << input.name;
}

inline constexpr std::string_view kGood = R"(device: teaching-2x1
workload: gemm
gemm:
  size: {m: 64, k: 128, n: 128}
  types: {a: int8, b: int8, c: int16}
  tile: {m: 32, k: 32, n: 32}
  k_mt: 64
)";

inline std::string with(std::string_view part, std::string_view replacement) {
    return replaced(kGood, part, replacement);
}

inline std::string repeated(std::string_view part, int times) {
    const std::size_t size = part.size() * static_cast<std::size_t>(times);
    std::string text{part};
    text.reserve(2 * size);
    while (text.size() < size)  // doubling is fast: every test makes the bad inputs of all tests
        text += text;
    text.resize(size);
    return text;
}

class BadInputTest : public Command, public testing::WithParamInterface<BadInput> {
 protected:
    void expect_one_message() const {
        const auto& [name, content, message, arguments] = GetParam();
        const auto problem = folder_.write("p.yaml", content);
        // Relative paths in the arguments must not refer to the folder in which the tests run.
        const std::string folder = fmt::format("cd '{}'; ", folder_.path().string());
        const std::string result = arguments.find("--json") == std::string::npos
                                       ? std::string{"--json r.json"}
                                       : std::string{};
        const Outcome outcome = run_after(
            folder, fmt::format("simulate {} {} {}", problem.string(), result, arguments));
        for (const std::string& part : message)
            expect_refused(outcome, part);
        EXPECT_LT(outcome.messages.size(), 1000U);
        EXPECT_FALSE(std::filesystem::exists(folder_.path() / "r.json"));
    }
};

inline constexpr auto kNameOf = [](const auto& test) { return test.param.name; };

}  // namespace xdnasim::cli

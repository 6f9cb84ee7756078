// The trace fuzzer's stored corpus and mutations of it, without a fuzzer.

#include <algorithm>
#include <filesystem>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "test/fuzz/trace_trial.hpp"
#include "test/support/temporary_folder.hpp"

namespace xdnasim::fuzz {
namespace {

/// Returns the contents of the corpus, sorted by file name, because the mutations depend on the
/// order.
std::vector<std::string> corpus() {
    std::vector<std::filesystem::path> files;
    for (const auto& entry :
         std::filesystem::directory_iterator{XDNASIM_TESTS "/fuzz/corpus/trace"})
        files.push_back(entry.path());
    std::ranges::sort(files);
    std::vector<std::string> contents;
    for (const auto& file : files)
        contents.push_back(content_of(file));
    return contents;
}

TEST(StoredCorpus, TracesAreDecoded) {
    const auto inputs = corpus();
    EXPECT_GE(inputs.size(), 6U);
    for (const std::string& bytes : inputs)
        ASSERT_NO_THROW(EXPECT_GT(decode_trace(bytes).levels, 0U));
}

TEST(MutatedCorpus, TracesAreDecodedWhateverTheirWords) {
    const auto inputs = corpus();
    std::mt19937_64 random{2026};
    std::uint64_t levels = 0;
    std::uint64_t faults = 0;
    for (int i = 0; i < 3000; ++i) {
        std::string bytes = inputs[random() % inputs.size()];
        for (std::size_t edits = 1 + random() % 4; edits > 0 && !bytes.empty(); --edits) {
            const std::size_t at = random() % bytes.size();
            switch (random() % 4) {
                case 0:
                    bytes[at] = static_cast<char>(random());
                    break;
                case 1:
                    bytes[at] = static_cast<char>(bytes[at] ^ 1 << random() % 8);
                    break;
                case 2:
                    bytes.erase(at, 1 + random() % 8);
                    break;
                default:
                    bytes.insert(at, bytes.substr(0, random() % 40));
            }
        }
        TraceTrial trial;
        ASSERT_NO_THROW(trial = decode_trace(bytes)) << i;
        levels += trial.levels;
        faults += trial.faults;
    }
    EXPECT_GT(levels, 10'000U);
    EXPECT_GT(faults, 1000U);
}

}  // namespace
}  // namespace xdnasim::fuzz

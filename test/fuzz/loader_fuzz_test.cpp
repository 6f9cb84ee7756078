// The stored corpus of problem and device files and mutations of it, without a fuzzer: the inputs
// are the same on every run.

#include <algorithm>
#include <filesystem>
#include <random>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/fuzz/loader_trial.hpp"
#include "test/support/temporary_folder.hpp"

namespace xdnasim::fuzz {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

constexpr const char* kProblems = XDNASIM_TESTS "/fuzz/corpus/problem";
constexpr const char* kPlace = "/proc/self/fd/";
constexpr const char* kDevices = XDNASIM_TESTS "/fuzz/corpus/device";

/// Returns the contents of the files in `folder`, sorted by file name, because the mutations depend
/// on the order.
std::vector<std::string> contents(const fs::path& folder) {
    std::vector<fs::path> files;
    for (const auto& entry : fs::directory_iterator{folder})
        if (entry.is_regular_file()) files.push_back(entry.path());
    std::ranges::sort(files);
    std::vector<std::string> all;
    for (const fs::path& file : files)
        all.push_back(content_of(file));
    return all;
}

class Mutator {
 public:
    Mutator(std::vector<std::string> good, std::vector<std::string> bad)
        : good_{std::move(good)}, bad_{std::move(bad)} {}

    std::string next() {
        std::string text = any(below(4) == 0 ? bad_ : good_);
        for (std::size_t edits = 1 + below(3); edits > 0; --edits)
            edit(text);
        text.resize(std::min(text.size(), kMaxInput));
        return text;
    }

 private:
    void edit(std::string& text) {
        const std::size_t at = below(text.size() + 1);
        const std::size_t length = std::min(below(24), text.size() - at);
        switch (below(5)) {
            case 0:
                text.erase(at, length);
                break;
            case 1:
                text.insert(at, 1, static_cast<char>(below(256)));
                break;
            case 2:
                text.replace(at, length, text.substr(below(text.size() + 1), length));
                break;
            case 3:
                replace_number(text);
                break;
            default:
                const std::string& other = any(below(2) == 0 ? bad_ : good_);
                text.insert(at, other.substr(below(other.size() + 1), below(80)));
        }
    }

    void replace_number(std::string& text) {
        static const std::vector<std::string> kNumbers{
            "0", "-1", "1", "2", "63", "65536", "1048576", "9223372036854775807", "1e308", "0.001"};
        constexpr const char* kDigits = "0123456789";
        const std::size_t begin = text.find_first_of(kDigits, below(text.size() + 1));
        if (begin == std::string::npos) return;
        const std::size_t end = text.find_first_not_of(kDigits, begin);
        text.replace(begin, end - begin, any(kNumbers));
    }

    const std::string& any(const std::vector<std::string>& from) {
        return from[below(from.size())];
    }
    /// Returns a random number below `bound`. It does not use std::uniform_int_distribution, whose
    /// numbers differ between standard libraries.
    std::size_t below(std::size_t bound) { return random_() % bound; }

    std::vector<std::string> good_;
    std::vector<std::string> bad_;
    std::mt19937_64 random_{2025};
};

TEST(StoredCorpus, ProblemsAreRefusedWithAMessage) {
    const auto corpus = contents(kProblems);
    EXPECT_GE(corpus.size(), 20U);
    for (const std::string& text : corpus) {
        EXPECT_THAT(refusal_of_problem(text).value_or("(accepted)"), HasSubstr(kPlace)) << text;
    }
}

TEST(StoredCorpus, DevicesAreRefusedWithAMessage) {
    const auto corpus = contents(kDevices);
    EXPECT_GE(corpus.size(), 5U);
    for (const std::string& text : corpus) {
        EXPECT_THAT(refusal_of_device(text).value_or("(accepted)"), HasSubstr(kPlace)) << text;
    }
}

TEST(StoredCorpus, ExamplesAreAccepted) {
    const auto examples = contents(XDNASIM_EXAMPLES);
    EXPECT_GE(examples.size(), 30U);
    for (const std::string& text : examples)
        EXPECT_EQ(refusal_of_problem(text), std::nullopt) << text;
}

TEST(StoredCorpus, DevicesOfTheProjectAreAccepted) {
    int accepted = 0;
    for (const std::string& text : contents(XDNASIM_DEVICE_FILES)) {
        const std::optional<std::string> refusal = refusal_of_device(text);
        accepted += refusal ? 0 : 1;
        // refusal_of_device() maps a GEMM, which cannot run on an array whose first column has no
        // DRAM.
        EXPECT_THAT(refusal.value_or("array.shim_dma"), HasSubstr("array.shim_dma")) << text;
    }
    EXPECT_GE(accepted, 5);
}

// The following tests fail by a crash, a sanitizer's report or an exception other than base::Error.

TEST(MutatedCorpus, ProblemsAreMappedOrRefused) {
    Mutator mutator{contents(XDNASIM_EXAMPLES), contents(kProblems)};
    int accepted = 0;
    for (int i = 0; i < 3000; ++i) {
        const std::string text = mutator.next();
        SCOPED_TRACE(text);
        ASSERT_NO_THROW(accepted += refusal_of_problem(text) ? 0 : 1);
    }
    EXPECT_GT(accepted, 100);  // inputs that are all refused at the first byte would find nothing
}

TEST(MutatedCorpus, DevicesAreMappedOrRefused) {
    Mutator mutator{contents(XDNASIM_DEVICE_FILES), contents(kDevices)};
    int accepted = 0;
    for (int i = 0; i < 2000; ++i) {
        const std::string text = mutator.next();
        SCOPED_TRACE(text);
        ASSERT_NO_THROW(accepted += refusal_of_device(text) ? 0 : 1);
    }
    EXPECT_GT(accepted, 100);
}

}  // namespace
}  // namespace xdnasim::fuzz

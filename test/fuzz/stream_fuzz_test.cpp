// Mutations of an instruction stream, without a fuzzer.

#include <cstring>
#include <random>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "test/fuzz/stream_trial.hpp"
#include "test/support/temporary_folder.hpp"

namespace xdnasim::fuzz {
namespace {

using Words = std::vector<std::uint32_t>;

Words example() {
    const auto words = example_stream();
    return {words.begin(), words.end()};
}

void mutate(Words& words, std::mt19937_64& random) {
    const std::size_t at = random() % words.size();
    switch (random() % 5) {
        case 0:
            words[at] = static_cast<std::uint32_t>(random());
            break;
        case 1:
            words[at] ^= std::uint32_t{1} << random() % 32;
            break;
        case 2:
            words[at] = words[random() % words.size()];
            break;
        case 3:
            words.resize(at);
            break;
        default:
            words.insert(words.begin() + static_cast<std::ptrdiff_t>(at),
                         static_cast<std::uint32_t>(random() % 16));
    }
    // In seven of eight cases the header's length in bytes is made right again. With a wrong one
    // the reader would refuse the stream before it reads anything else.
    if (words.size() > 3 && random() % 8 != 0)
        words[3] = static_cast<std::uint32_t>(4 * words.size());
}

TEST(MutatedStream, TheExampleIsTaken) {
    EXPECT_EQ(refusal_of_stream(example()), "");
}

TEST(StoredCorpus, TheStreamIsTheExample) {
    const std::string bytes = content_of(XDNASIM_TESTS "/fuzz/corpus/stream/runtime_sequence");
    Words stored(bytes.size() / sizeof(std::uint32_t));
    std::memcpy(stored.data(), bytes.data(), bytes.size());
    EXPECT_EQ(stored, example());
}

TEST(MutatedStream, IsRefusedWhereverItIsCutOff) {
    const Words whole = example();
    for (std::size_t words = 0; words < whole.size(); ++words) {
        Words cut(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(words));
        EXPECT_NE(refusal_of_stream(cut), "") << words;
        if (words > 3) cut[3] = static_cast<std::uint32_t>(4 * words);
        EXPECT_NE(refusal_of_stream(cut), "") << words << " words, and the header says so";
    }
}

TEST(MutatedStream, IsTakenOrRefusedWithTheWord) {
    std::mt19937_64 random{2026};
    std::set<std::string> refusals;
    int taken = 0;
    for (int i = 0; i < 20'000; ++i) {
        Words words = example();
        for (auto edits = 1 + random() % 3; edits > 0 && !words.empty(); --edits)
            mutate(words, random);
        std::string refusal;
        ASSERT_NO_THROW(refusal = refusal_of_stream(words)) << i;
        if (refusal.empty()) {
            ++taken;
            continue;
        }
        ASSERT_EQ(refusal.find("instruction stream"), 0U) << refusal;
        refusals.insert(refusal);
    }
    EXPECT_GT(taken, 500);
    EXPECT_GT(refusals.size(), 2000U);
}

}  // namespace
}  // namespace xdnasim::fuzz

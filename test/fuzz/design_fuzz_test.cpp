// Mutations of designs, without a fuzzer.

#include <filesystem>
#include <random>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "test/fuzz/design_trial.hpp"
#include "test/support/temporary_folder.hpp"

namespace xdnasim::fuzz {
namespace {

std::vector<std::string> designs() {
    return {content_of(XDNASIM_TESTS "/fuzz/corpus/design/scale_2024"),
            content_of(XDNASIM_TESTS "/fuzz/corpus/design/scale_2026")};
}

/// Returns {begin, length} of the line that contains position `at`, its line break included.
std::pair<std::size_t, std::size_t> line_at(const std::string& text, std::size_t at) {
    const std::size_t before = at == 0 ? std::string::npos : text.rfind('\n', at - 1);
    const std::size_t begin = before == std::string::npos ? 0 : before + 1;
    const std::size_t end = text.find('\n', at);
    return {begin, (end == std::string::npos ? text.size() : end + 1) - begin};
}

void mutate(std::string& text, std::mt19937_64& random) {
    static const std::string kSigns = "(){}[]<>,:%@^=\"#!-0129ax \n";
    static const std::vector<std::string> kNumbers{
        "0", "-1", "31", "4294967295", "9223372036854775807", "99999999999999999999"};
    const std::size_t at = random() % text.size();
    switch (random() % 6) {
        case 0:
            text.erase(at, 1 + random() % 12);
            break;
        case 1:
            text.insert(at, 1, kSigns[random() % kSigns.size()]);
            break;
        case 2:
            text[at] = static_cast<char>(random() % 256);
            break;
        case 3: {
            const std::size_t begin = text.find_first_of("0123456789", at);
            if (begin == std::string::npos) break;
            const std::size_t end =
                std::min(text.find_first_not_of("0123456789", begin), text.size());
            text.replace(begin, end - begin, kNumbers[random() % kNumbers.size()]);
            break;
        }
        case 4: {
            const auto [begin, size] = line_at(text, at);
            text.erase(begin, size);
            break;
        }
        default: {
            const auto [begin, size] = line_at(text, at);
            const std::string line = text.substr(begin, size);
            text.insert(line_at(text, random() % text.size()).first, line);
        }
    }
    if (text.empty()) text = " ";
}

TEST(MutatedDesign, WhatBrokeTheReaderIsRefused) {
    for (const char* name : {"branch_without_condition", "last_branch_without_condition"})
        EXPECT_NE(
            refusal_of_design(content_of(std::string{XDNASIM_TESTS "/fuzz/corpus/design/"} + name)),
            "")
            << name;
}

TEST(MutatedDesign, TheCorpusRunsToItsEnd) {
    int runs = 0;
    for (const auto& file :
         std::filesystem::directory_iterator{XDNASIM_TESTS "/fuzz/corpus/design"}) {
        const std::string name = file.path().filename().string();
        if (name.ends_with("_without_condition")) continue;
        EXPECT_EQ(failure_of_design(content_of(file.path())), "") << name;
        ++runs;
    }
    EXPECT_GT(runs, 12);
}

TEST(MutatedDesign, RunsOrFailsWithAnExplanation) {
    std::mt19937_64 random{2027};
    const std::vector<std::string> texts = designs();
    std::set<std::string> failures;
    for (int i = 0; i < 300; ++i) {
        std::string text = texts[random() % texts.size()];
        mutate(text, random);
        std::string failure;
        ASSERT_NO_THROW(failure = failure_of_design(text)) << text;
        failures.insert(failure);
    }
    EXPECT_GT(failures.size(), 100U);
}

TEST(MutatedDesign, IsRefusedWhereverItIsCutOff) {
    const std::string whole = designs().front();
    int refused = 0;
    for (std::size_t size = 0; size + 4 < whole.size(); size += 37, ++refused)
        EXPECT_NE(refusal_of_design(std::string_view{whole}.substr(0, size)), "") << size;
    EXPECT_GT(refused, 100);
}

TEST(MutatedDesign, IsTakenOrRefusedWithItsPlace) {
    std::mt19937_64 random{2026};
    const std::vector<std::string> texts = designs();
    std::set<std::string> refusals;
    int taken = 0;
    for (int i = 0; i < 3'000; ++i) {
        std::string text = texts[random() % texts.size()];
        for (auto edits = 1 + random() % 3; edits > 0; --edits)
            mutate(text, random);
        std::string refusal;
        ASSERT_NO_THROW(refusal = refusal_of_design(text)) << text;
        if (refusal.empty()) {
            ++taken;
            continue;
        }
        ASSERT_EQ(refusal.find("design.mlir:"), 0U) << refusal;
        refusals.insert(refusal);
    }
    EXPECT_GT(taken, 300);
    EXPECT_GT(refusals.size(), 800U);
}

}  // namespace
}  // namespace xdnasim::fuzz

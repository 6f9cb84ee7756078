#pragma once
// Where the words of a recording come from.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "traces/words/fault.hpp"

namespace xdnasim::recording {

/// Gives words in pieces, so that a large file need not be in memory.
class WordSource {
 public:
    virtual ~WordSource() = default;

    /// The next words, valid until the next call; none: all are read. What is no word is appended
    /// to `faults`.
    [[nodiscard]] virtual std::span<const std::uint32_t> next(
        std::vector<words::Fault>& faults) = 0;
    /// What messages call it, without quotes.
    [[nodiscard]] virtual std::string name() const = 0;
    /// What its words must be, for messages.
    [[nodiscard]] virtual std::string_view allowed() const = 0;
};

/// Words that are in memory, and must outlive this.
class WordsInMemory final : public WordSource {
 public:
    WordsInMemory(std::string name, std::span<const std::uint32_t> words)
        : name_{std::move(name)}, words_{words} {}

    [[nodiscard]] std::span<const std::uint32_t> next(
        std::vector<words::Fault>& /*faults*/) override {
        return std::exchange(words_, {});
    }
    [[nodiscard]] std::string name() const override { return name_; }
    [[nodiscard]] std::string_view allowed() const override { return "packets of trace units"; }

 private:
    std::string name_;
    std::span<const std::uint32_t> words_;
};

}  // namespace xdnasim::recording

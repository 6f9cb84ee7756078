#pragma once
// Where the words of a recording come from: a file, or a run.

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "traces/words/frame.hpp"

namespace xdnasim::recording {

/// Gives words in pieces, so that a large file need not be in memory.
class WordSource {
 public:
    virtual ~WordSource() = default;

    /// The next words, valid until the next call; none: all are read. What is not a word is
    /// appended to `faults`.
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

// A file of trace words: raw, little-endian, or as text, a word of 8 hexadecimal digits a line.

/// Read in pieces: its memory does not grow with the file.
class WordFile final : public WordSource {
 public:
    /// Which of the two it is, its first piece tells. Throws InputError when it is not a readable
    /// file.
    explicit WordFile(const std::filesystem::path& file);

    [[nodiscard]] std::span<const std::uint32_t> next(std::vector<words::Fault>& faults) override;
    [[nodiscard]] std::string name() const override { return file_.string(); }
    [[nodiscard]] std::string_view allowed() const override {
        return "32-bit words, raw and little-endian, or as text with 8 hexadecimal digits a line";
    }

 private:
    std::size_t read_bytes(char* bytes, std::size_t count);
    bool read_piece();
    void read_words(std::vector<words::Fault>& faults);
    void take_text(std::vector<words::Fault>& faults);
    void take_character(char character, std::vector<words::Fault>& faults);
    void end_line(std::vector<words::Fault>& faults);

    std::filesystem::path file_;
    std::ifstream stream_;
    std::vector<char> piece_;
    bool text_ = false;
    std::vector<std::uint32_t> words_;
    std::uint64_t before_ = 0;  ///< words of earlier pieces

    // The line that a piece of text ends in.
    std::uint32_t value_ = 0;
    int digits_ = 0;
    bool bad_line_ = false;
};

}  // namespace xdnasim::recording

#pragma once
// Sources of the words of a recording: a file, or a simulated run.

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

/// Source that delivers words in pieces, so that a large file need not be in memory.
class WordSource {
 public:
    virtual ~WordSource() = default;

    /// The next words, valid until the next call; empty at the end. Appends a fault for everything
    /// that is not a word to `faults`.
    [[nodiscard]] virtual std::span<const std::uint32_t> next(
        std::vector<words::Fault>& faults) = 0;
    /// Name for messages, without quotes.
    [[nodiscard]] virtual std::string name() const = 0;
    /// Description of the allowed content, for messages.
    [[nodiscard]] virtual std::string_view allowed() const = 0;
};

/// Source of words in memory, which must outlive it.
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

// Files of trace words: raw little-endian words, or text with one word of 8 hexadecimal digits per
// line.

/// Source that reads a file in pieces, so that its memory does not grow with the file.
class WordFile final : public WordSource {
 public:
    /// Opens a file and decides by its first piece whether it is text. Throws InputError if it is
    /// not a readable regular file.
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
    std::uint64_t before_ = 0;  ///< number of words in earlier pieces

    // The line being read, which may continue in the next piece of text.
    std::uint32_t value_ = 0;
    int digits_ = 0;
    bool bad_line_ = false;
};

}  // namespace xdnasim::recording

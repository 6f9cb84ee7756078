#pragma once
// A file of trace words: raw, little-endian, or as text, a word of 8 hexadecimal digits a line.

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "traces/recording/word_source.hpp"

namespace xdnasim::recording {

/// Read in pieces: its memory does not grow with the file.
class WordFile final : public WordSource {
 public:
    /// Which of the two it is, its first piece tells. Throws InputError when it is no readable
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

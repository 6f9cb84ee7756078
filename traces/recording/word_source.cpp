#include "traces/recording/word_source.hpp"

#include <algorithm>
#include <bit>

#include "base/regular_file.hpp"

namespace xdnasim::recording {

namespace {

using words::Fault;
using words::FaultKind;
using words::kWordBytes;

static_assert(std::endian::native == std::endian::little, "words are copied from the file");

constexpr std::size_t kPieceBytes = 256 * 1024;
constexpr int kDigits = 8;

bool is_blank(char character) {
    return character == ' ' || character == '\t' || character == '\r';
}

/// Is the piece text? Raw packet headers contain unprintable bytes.
bool is_text(std::span<const char> piece) {
    return std::all_of(piece.begin(), piece.end(),
                       [](char c) { return is_blank(c) || c == '\n' || (c > ' ' && c <= '~'); });
}

/// The value of a hexadecimal digit; -1: not a digit.
int digit_value(char character) {
    if (character >= '0' && character <= '9') return character - '0';
    const char lower = static_cast<char>(character | 0x20);
    return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

}  // namespace

WordFile::WordFile(const std::filesystem::path& file)
    : file_{file}, stream_{base::open_regular_file(file)} {
    if (read_piece()) text_ = is_text(piece_);
    words_.reserve(kPieceBytes);
}

std::size_t WordFile::read_bytes(char* bytes, std::size_t count) {
    stream_.read(bytes, static_cast<std::streamsize>(count));
    if (stream_.bad()) base::fail_to_read(file_.string());
    return static_cast<std::size_t>(stream_.gcount());
}

/// Reads the next piece. Returns false at the end of the file.
bool WordFile::read_piece() {
    piece_.resize(kPieceBytes);
    piece_.resize(read_bytes(piece_.data(), kPieceBytes));
    return !piece_.empty();
}

std::span<const std::uint32_t> WordFile::next(std::vector<Fault>& faults) {
    before_ += words_.size();
    if (!text_) {
        read_words(faults);
        return words_;
    }
    words_.clear();
    while (words_.empty() && !piece_.empty()) {
        take_text(faults);
        if (!read_piece()) end_line(faults);
    }
    return words_;
}

/// Reads raw bytes directly into words_, after the bytes of the first piece, which have been read.
void WordFile::read_words(std::vector<Fault>& faults) {
    words_.resize(kPieceBytes / kWordBytes);
    auto* const bytes = reinterpret_cast<char*>(words_.data());
    std::copy(piece_.begin(), piece_.end(), bytes);
    const std::size_t count =
        piece_.size() + read_bytes(bytes + piece_.size(), kPieceBytes - piece_.size());
    piece_.clear();
    words_.resize(count / kWordBytes);
    if (count % kWordBytes != 0)  // happens only in the last piece
        faults.push_back({FaultKind::CutWord, before_ + words_.size(), 0});
}

void WordFile::take_text(std::vector<Fault>& faults) {
    for (const char character : piece_)
        take_character(character, faults);
}

void WordFile::take_character(char character, std::vector<Fault>& faults) {
    if (character == '\n') return end_line(faults);
    const int digit = digit_value(character);
    if (digit >= 0 && digits_ < kDigits) {
        value_ = value_ << 4U | static_cast<std::uint32_t>(digit);
        ++digits_;
        return;
    }
    const bool prefix = (character == 'x' || character == 'X') && digits_ == 1 && value_ == 0;
    if (prefix)
        digits_ = 0;
    else if (!is_blank(character))
        bad_line_ = true;
}

void WordFile::end_line(std::vector<Fault>& faults) {
    const bool good = !bad_line_ && digits_ == kDigits;
    if (!good && (bad_line_ || digits_ > 0)) {
        faults.push_back({FaultKind::BadText, before_ + words_.size(), 0});
        value_ = 0;
    }
    if (bad_line_ || digits_ > 0) words_.push_back(value_);
    value_ = 0;
    digits_ = 0;
    bad_line_ = false;
}

}  // namespace xdnasim::recording

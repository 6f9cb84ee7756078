#include <fmt/format.h>

#include "backends/txn/instructions.hpp"
#include "backends/txn/words.hpp"
#include "base/error.hpp"

namespace xdnasim::txn {
namespace {

using Words = std::span<const std::uint32_t>;

Version version_of(Words words) {
    const std::uint32_t major = kMajor.of(words[0]);
    const std::uint32_t minor = kMinor.of(words[0]);
    if (major == 0 && minor == 1) return Version::V0_1;
    if (major == 1 && minor == 0) return Version::V1_0;
    refuse(0, fmt::format("version {}.{} of a stream is not known; allowed: 0.1 and 1.0", major,
                          minor));
}

Header read_header(Words words) {
    if (words.size() < kHeaderWords)
        refuse(words.size(),
               fmt::format("the stream ends early; its header alone has {} words", kHeaderWords));
    const auto field = [&](std::size_t word, Bits bits) {
        return static_cast<int>(bits.of(words[word]));
    };
    const Header header{version_of(words), field(0, kGeneration), field(0, kRows),
                        field(1, kColumns), field(1, kMemTileRows)};
    const std::uint64_t bytes = std::uint64_t{kWordBytes} * words.size();
    if (words[3] != bytes)
        refuse(3, fmt::format("the header says {} bytes; the stream has {}", words[3], bytes));
    return header;
}

/// Reads one operation after the other.
class OperationReader {
 public:
    OperationReader(Words words, Version version)
        : words_{words}, version_{version}, lengths_{lengths_of(version)} {}

    [[nodiscard]] bool at_end() const { return next_ == words_.size(); }
    [[nodiscard]] std::size_t position() const { return next_; }

    Operation read() {
        begin_ = next_;
        const auto code = static_cast<std::uint8_t>(kCode.of(words_[begin_]));
        switch (static_cast<Code>(code)) {
            case Code::Write:
                return read_write();
            case Code::BlockWrite:
                return read_block_write();
            case Code::MaskWrite:
                return read_mask_write();
            case Code::MaskPoll:
            case Code::MaskPollBusy:
                return read_mask_poll(code);
            case Code::Noop:
                take(1);
                return Noop{};
            case Code::Preempt:
                take(1);
                return Preempt{static_cast<int>(kLevel.of(words_[begin_]))};
            case Code::LoadPdi:
                return read_load_pdi();
            case Code::CreateScratchpad:
                return opaque(code, kScratchpadWords);
            case Code::UpdateReg:
                return opaque(code, kUpdateRegWords);
            case Code::Tct:
                return read_tct();
            case Code::DdrPatch:
                return read_ddr_patch();
            case Code::ReadRegs:
            case Code::RecordTimer:
            case Code::MergeSync:
                return opaque(code, size_in_words(1));
            case Code::BlockSet:
            case Code::LoadPmStart:
                refuse(begin_, fmt::format("{}, whose length is not documented", name_of(code)));
        }
        refuse(begin_, fmt::format("{} is not known", name_of(code)));
    }

 private:
    [[nodiscard]] bool compact() const { return version_ == Version::V1_0; }

    /// Returns the first `count` words of the current operation and continues behind them. Throws
    /// StreamError if fewer words are left.
    Words take(std::size_t count) {
        if (count > words_.size() - begin_)
            refuse(begin_, fmt::format("{} needs {} words; {} are left", name(), count,
                                       words_.size() - begin_));
        next_ = begin_ + count;
        return words_.subspan(begin_, count);
    }

    [[nodiscard]] std::string name() const {
        return name_of(static_cast<std::uint8_t>(kCode.of(words_[begin_])));
    }

    /// Returns the size of the operation in words, header included; word `index` holds it in bytes.
    [[nodiscard]] std::size_t size_in_words(std::size_t index) {
        const std::uint32_t bytes = take(index + 1)[index];
        if (bytes % kWordBytes != 0 || bytes / kWordBytes <= index)
            refuse(begin_ + index,
                   fmt::format("a {} of {} bytes; allowed: a multiple of {}, at "
                               "least {}",
                               name(), bytes, kWordBytes, kWordBytes * (index + 1)));
        return bytes / kWordBytes;
    }

    void require_size(std::size_t index, std::size_t words) const {
        if (words_[begin_ + index] != kWordBytes * words)
            refuse(begin_ + index, fmt::format("a {} of {} bytes; it has {}", name(),
                                               words_[begin_ + index], kWordBytes * words));
    }

    /// Throws unless word `index`, the upper half of a 64-bit field, is 0: addresses of registers
    /// and numbers of arguments fit into the lower half.
    void require_zero(std::size_t index) const {
        if (words_[begin_ + index] != 0)
            refuse(begin_ + index, fmt::format("0x{:X} in the upper half of a {}'s address or "
                                               "number; allowed: 0",
                                               words_[begin_ + index], name()));
    }

    Operation read_write() {
        const Words op = take(lengths_.write);
        if (compact()) return Write{register_at(op[1]), op[2]};
        require_zero(3);
        require_size(5, lengths_.write);
        return Write{register_at(op[2]), op[4]};
    }

    Operation read_block_write() {
        const std::size_t header = lengths_.block_write;
        const std::size_t size = size_in_words(header - 1);
        const Words op = take(size);
        const Words data = op.subspan(header);
        return BlockWrite{register_at(op[header - 2]), {data.begin(), data.end()}};
    }

    /// Reads address, value and mask of a MASKWRITE or a MASKPOLL.
    MaskWrite read_mask_write() {
        const Words op = take(lengths_.mask_write);
        if (compact()) return {register_at(op[1]), op[2], op[3]};
        require_zero(3);
        require_size(6, lengths_.mask_write);
        return {register_at(op[2]), op[4], op[5]};
    }

    Operation read_mask_poll(std::uint8_t code) {
        const MaskWrite same = read_mask_write();
        return MaskPoll{same.at, same.value, same.mask,
                        static_cast<Code>(code) == Code::MaskPollBusy};
    }

    Operation read_load_pdi() {
        const Words op = take(kLoadPdiWords);
        return LoadPdi{static_cast<int>(kPdi.of(op[0])), op[1], std::uint64_t{op[3]} << 32 | op[2]};
    }

    Operation read_tct() {
        const Words op = take(kTctWords);
        require_size(1, kTctWords);
        if (kTctDirection.of(op[2]) > 1)
            refuse(begin_ + 2, fmt::format("direction {} of a TCT; allowed: 0 (S2MM) and 1 (MM2S)",
                                           kTctDirection.of(op[2])));
        const auto field = [&](std::size_t word, Bits bits) {
            return static_cast<int>(bits.of(op[word]));
        };
        return AwaitTokens{{field(2, kTctColumn), field(2, kTctRow)},
                           direction_of_bit(kTctDirection.of(op[2])),
                           field(3, kTctChannel),
                           field(3, kTctRows),
                           field(3, kTctColumns)};
    }

    Operation read_ddr_patch() {
        const Words op = take(lengths_.ddr_patch);
        require_size(1, lengths_.ddr_patch);
        if (compact()) return patch_of(op[2], op[3], op[4]);
        for (const std::size_t upper_half : {7U, 9U, 11U})
            require_zero(upper_half);
        return patch_of(op[6], op[8], op[10]);
    }

    /// Removes translation_of() the argument from `plus`. Older streams do not contain it.
    static PatchAddress patch_of(std::uint32_t at, std::uint32_t argument, std::uint32_t plus) {
        return {register_at(at), argument, plus & ~translation_of(argument)};
    }

    Operation opaque(std::uint8_t code, std::size_t words) {
        const Words op = take(words);
        return Opaque{code, {op.begin(), op.end()}};
    }

    Words words_;
    Version version_;
    Lengths lengths_;
    std::size_t begin_ = kHeaderWords;
    std::size_t next_ = kHeaderWords;
};

}  // namespace

StreamError::StreamError(std::size_t word, const std::string& what)
    : InputError{fmt::format("instruction stream, word {}: {}", word, what)},
      word_{word},
      wrong_{what} {}

void refuse(std::size_t word, const std::string& what) {
    throw StreamError{word, what};
}

Stream read_stream(Words words) {
    if (is_early_stream(words)) return read_early_stream(words);
    Stream stream{read_header(words), {}};
    OperationReader reader{words, stream.header.version};
    while (!reader.at_end()) {
        const std::size_t word = reader.position();
        stream.operations.push_back({word, reader.read()});
    }
    if (words[2] != stream.operations.size())
        refuse(2, fmt::format("the header says {} operations; the stream has {}", words[2],
                              stream.operations.size()));
    return stream;
}

}  // namespace xdnasim::txn

#include <limits>

#include <fmt/format.h>

#include "backends/txn/instructions.hpp"
#include "backends/txn/words.hpp"
#include "base/error.hpp"

namespace xdnasim::txn {
namespace {

constexpr std::uint32_t put(Bits bits, int value) {
    return static_cast<std::uint32_t>(value) << bits.lsb;
}

constexpr std::uint32_t word_of(Code code) {
    return static_cast<std::uint32_t>(code);
}

constexpr std::uint32_t bytes_of(std::size_t words) {
    return static_cast<std::uint32_t>(words) * kWordBytes;
}

class OperationWriter {
 public:
    OperationWriter(std::vector<std::uint32_t>& words, Version version)
        : words_{words}, compact_{version == Version::V1_0}, lengths_{lengths_of(version)} {}

    void operator()(const Write& op) {
        const std::uint32_t at = address_of(op.at);
        if (compact_) return add({word_of(Code::Write), at, op.value});
        add({word_of(Code::Write), 0, at, 0, op.value, bytes_of(lengths_.write)});
    }

    void operator()(const BlockWrite& op) {
        add({word_of(Code::BlockWrite)});
        if (!compact_) add({0});
        add({address_of(op.at), bytes_of(lengths_.block_write + op.data.size())});
        words_.insert(words_.end(), op.data.begin(), op.data.end());
    }

    void operator()(const MaskWrite& op) { add_masked(Code::MaskWrite, op); }

    void operator()(const MaskPoll& op) {
        add_masked(op.busy ? Code::MaskPollBusy : Code::MaskPoll, op);
    }

    void operator()(const Noop& /*op*/) { add({word_of(Code::Noop)}); }

    void operator()(const Preempt& op) { add({word_of(Code::Preempt) | put(kLevel, op.level)}); }

    void operator()(const LoadPdi& op) {
        add({word_of(Code::LoadPdi) | put(kPdi, op.id), op.size,
             static_cast<std::uint32_t>(op.address), static_cast<std::uint32_t>(op.address >> 32)});
    }

    void operator()(const AwaitTokens& op) {
        add({word_of(Code::Tct), bytes_of(kTctWords),
             put(kTctDirection, direction_bit(op.direction)) | put(kTctRow, op.first.row) |
                 put(kTctColumn, op.first.column),
             put(kTctRows, op.rows) | put(kTctColumns, op.columns) | put(kTctChannel, op.channel)});
    }

    void operator()(const PatchAddress& op) {
        const std::uint32_t size = bytes_of(lengths_.ddr_patch);
        const std::uint32_t at = address_of(op.at);
        const std::uint32_t plus = op.plus | translation_of(op.argument);
        if (compact_) return add({word_of(Code::DdrPatch), size, at, op.argument, plus, 0});
        add({word_of(Code::DdrPatch), size, 0, 0, 0, 0, at, 0, op.argument, 0, plus, 0});
    }

    void operator()(const Opaque& op) {
        words_.insert(words_.end(), op.words.begin(), op.words.end());
    }

 private:
    void add(std::initializer_list<std::uint32_t> words) {
        words_.insert(words_.end(), words.begin(), words.end());
    }

    template <class Masked>
    void add_masked(Code code, const Masked& op) {
        const std::uint32_t at = address_of(op.at);
        if (compact_) return add({word_of(code), at, op.value, op.mask});
        add({word_of(code), 0, at, 0, op.value, op.mask, bytes_of(lengths_.mask_write)});
    }

    std::vector<std::uint32_t>& words_;
    bool compact_;
    Lengths lengths_;
};

}  // namespace

std::vector<std::uint32_t> write_stream(const Header& header,
                                        std::span<const Operation> operations) {
    const std::uint32_t version =
        header.version == Version::V0_1 ? std::uint32_t{1} << kMinor.lsb : 1;
    std::vector<std::uint32_t> words{
        version | put(kGeneration, header.generation) | put(kRows, header.rows),
        put(kColumns, header.columns) | put(kMemTileRows, header.mem_tile_rows),
        static_cast<std::uint32_t>(operations.size()), 0};
    OperationWriter writer{words, header.version};
    for (const Operation& operation : operations)
        std::visit(writer, operation);
    constexpr std::size_t kMaxWords = std::numeric_limits<std::uint32_t>::max() / kWordBytes;
    if (words.size() > kMaxWords)
        throw base::InputError{
            fmt::format("the instruction stream has {} words; its header can state at most {}",
                        words.size(), kMaxWords)};
    words[3] = bytes_of(words.size());
    return words;
}

}  // namespace xdnasim::txn

// Reads the streams that mlir-aie wrote until early 2024 (lib/Targets/AIETargetIPU.cpp of that
// time): they have no header, and three operations of their own.

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "backends/txn/dma_registers.hpp"
#include "backends/txn/shim_bd.hpp"
#include "backends/txn/words.hpp"

namespace xdnasim::txn {
namespace {

using Words = std::span<const std::uint32_t>;

/// Words that all early streams begin with.
constexpr std::array<std::uint32_t, 17> kPrologue{
    0x00000011, 0x01000405, 0x01000100, 0x0B590100, 0x000055FF, 0x00000001,
    0x00000010, 0x314E5A5F, 0x635F5F31, 0x676E696C, 0x39354E5F, 0x6E693131,
    0x5F727473, 0x64726F77, 0x00004573, 0x07BD9630, 0x000055FF};

/// Header of a stream for npu1, the only device of that time.
constexpr Header kPhoenix{Version::V0_1, 3, 6, 4, 1};

enum class EarlyCode : std::uint8_t { Write32 = 2, Sync = 3, WriteBd = 6 };

// In word 0 of an operation.
constexpr Bits kEarlyCode{31, 24}, kColumn{23, 16}, kRow{15, 8}, kDirection{0, 0};
constexpr Bits kArgument{7, 4}, kBd{3, 0};
// In word 1 of a sync.
constexpr Bits kChannel{31, 24}, kSyncColumns{23, 16}, kSyncRows{15, 8};

constexpr std::size_t kWriteWords = 3;
constexpr std::size_t kSyncWords = 2;
constexpr std::size_t kBdOperationWords = 10;
/// Words of a WriteBd operation that hold the BD's length and its offset in the host buffer; words
/// 2 and following of the BD come behind them.
constexpr std::size_t kLengthWord = 2, kOffsetWord = 3;

class EarlyReader {
 public:
    explicit EarlyReader(Words words) : words_{words} {}

    Stream read() {
        while (next_ < words_.size()) {
            const std::uint32_t code = kEarlyCode.of(words_[next_]);
            switch (static_cast<EarlyCode>(code)) {
                case EarlyCode::Write32:
                    read_write();
                    continue;
                case EarlyCode::Sync:
                    read_sync();
                    continue;
                case EarlyCode::WriteBd:
                    read_bd();
                    continue;
            }
            refuse(next_, fmt::format("operation {} of a stream without a header is not known; "
                                      "allowed: 2 (write32), 3 (sync) and 6 (a shim's BD)",
                                      code));
        }
        return {kPhoenix, std::move(operations_)};
    }

 private:
    Words take(std::size_t count) {
        if (count > words_.size() - next_)
            refuse(next_, fmt::format("an operation of {} words; {} are left", count,
                                      words_.size() - next_));
        begin_ = next_;
        next_ += count;
        return words_.subspan(begin_, count);
    }

    void add(Operation operation) { operations_.push_back({begin_, std::move(operation)}); }

    static arch::TileId tile_of(std::uint32_t word) {
        return {static_cast<int>(kColumn.of(word)), static_cast<int>(kRow.of(word))};
    }

    void read_write() {
        const Words op = take(kWriteWords);
        add(Write{{tile_of(op[0]), op[1]}, op[2]});
    }

    /// Reads a sync, and adds the MASKWRITEs that direct the tokens to the controller: the firmware
    /// of that time directed all tokens there.
    void read_sync() {
        const Words op = take(kSyncWords);
        const arch::Direction direction = direction_of_bit(kDirection.of(op[0]));
        const AwaitTokens await{tile_of(op[0]), direction, static_cast<int>(kChannel.of(op[1])),
                                static_cast<int>(kSyncRows.of(op[1])),
                                static_cast<int>(kSyncColumns.of(op[1]))};
        for (int column = 0; column < await.columns; ++column)
            add(MaskWrite{
                control_register(
                    {{await.first.column + column, await.first.row}, direction, await.channel},
                    arch::TileKind::Shim),
                kTileController, kControllerMask});
        add(await);
    }

    void read_bd() {
        const Words op = take(kBdOperationWords);
        const arch::TileId shim{static_cast<int>(kColumn.of(op[0])), 0};
        Register at = bd_register(shim, static_cast<int>(kBd.of(op[0])), arch::TileKind::Shim);
        BlockWrite write{at, {op[kLengthWord], 0}};
        write.data.insert(write.data.end(), op.begin() + kOffsetWord + 1, op.end());
        add(std::move(write));
        at.offset += kBdAddress;
        add(PatchAddress{at, kArgument.of(op[0]), op[kOffsetWord]});
    }

    Words words_;
    std::size_t begin_ = 0;
    std::size_t next_ = kPrologue.size();
    std::vector<PlacedOperation> operations_;
};

}  // namespace

bool is_early_stream(Words words) {
    return words.size() >= kPrologue.size() &&
           std::ranges::equal(words.first(kPrologue.size()), kPrologue);
}

Stream read_early_stream(Words words) {
    return EarlyReader{words}.read();
}

}  // namespace xdnasim::txn

#pragma once
// When each event of a recording was asserted, drawn in characters.

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "traces/recording/config.hpp"
#include "traces/recording/decode.hpp"

namespace xdnasim::recording {

/// Its memory depends on the number of units alone: a column stands for more cycles as the
/// recording goes on.
class Activity final : public Listener {
 public:
    void on_levels(int stream, std::span<const words::Level> levels) override;

    /// A line for each event that occurs.
    [[nodiscard]] std::string text(const Decoded& decoded, const SlotNames& names) const;

 private:
    static constexpr std::size_t kColumns = 80;
    using Columns = std::array<std::uint64_t, kColumns>;  ///< cycles asserted
    struct Stream {
        std::array<Columns, words::kSlots> slots{};
        std::array<std::uint64_t, words::kSlots> begins{};
        std::uint8_t asserted = 0;
    };

    void add(Columns& columns, std::uint64_t begin, std::uint64_t end) const;
    void make_room_for(std::uint64_t end);
    [[nodiscard]] std::vector<int> shown_slots(std::size_t stream) const;
    [[nodiscard]] std::string bar(const Columns& columns, std::uint64_t end) const;

    std::uint64_t width_ = 1;  ///< of a column, in cycles
    std::vector<Stream> streams_;
};

}  // namespace xdnasim::recording

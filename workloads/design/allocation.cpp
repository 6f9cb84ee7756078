#include "workloads/design/allocation.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "workloads/design/draft.hpp"
#include "workloads/schedule/aligned.hpp"

namespace xdnasim::design {
namespace {

using arch::Bytes;
using schedule::Buffer;

/// mlir-aie aligns buffers to the width of a vector.
constexpr Bytes kAlignment{32};

class Allocator {
 public:
    Allocator(schedule::TileProgram& program, const Placements& placements, const Draft& draft)
        : program_{program}, draft_{draft}, model_{draft.device.model(program.tile)} {
        for (std::size_t i = 0; i < program.buffers.size(); ++i) {
            Buffer& buffer = program.buffers[i];
            const Placement& placement = placements.at({program.tile, static_cast<int>(i)});
            if (placement.address) {
                buffer.address = *placement.address;
                taken_.emplace_back(buffer.address, buffer.address + buffer.size);
            } else {
                open_.emplace_back(&buffer, placement.bank);
            }
        }
        if (const auto stack = draft.stacks.find(program.tile); stack != draft.stacks.end())
            taken_.push_back(stack->second);
        std::ranges::stable_sort(
            open_, [](const auto& a, const auto& b) { return a.first->size > b.first->size; });
    }

    void run() {
        if (open_.empty()) return;
        const AllocationScheme scheme = asked_scheme();
        if (scheme != AllocationScheme::BasicSequential) {
            const auto given = taken_;
            const Buffer* const left = left_by_banks();
            if (left == nullptr) return;
            if (scheme == AllocationScheme::BankAware) fail_in_banks(*left);
            taken_ = given;
        }
        one_after_another();
    }

 private:
    [[nodiscard]] AllocationScheme asked_scheme() const {
        const auto asked = draft_.allocation_schemes.find(program_.tile);
        return asked == draft_.allocation_schemes.end() ? AllocationScheme::Any : asked->second;
    }

    [[noreturn]] void fail_in_banks(const Buffer& buffer) const {
        draft_.text.fail(
            buffer.origin,
            fmt::format("no bank of {} has room for the {} bytes of buffer '{}'; allowed: "
                        "allocation_scheme = \"basic-sequential\", or none",
                        draft_.device.name_of(program_.tile), buffer.size.count(), buffer.name));
    }

    /// The first address from `from` on where `size` bytes are free before `end`.
    [[nodiscard]] std::optional<Bytes> room(Bytes from, Bytes end, Bytes size) const {
        Bytes address = schedule::aligned(from, kAlignment);
        bool moved = true;
        while (moved) {
            moved = false;
            for (const auto& [begin, behind] : taken_)
                if (address < behind && begin < address + size) {
                    address = schedule::aligned(behind, kAlignment);
                    moved = true;
                }
        }
        if (address + size > end) return std::nullopt;
        return address;
    }

    void place(Buffer& buffer, Bytes address) {
        buffer.address = address;
        taken_.emplace_back(address, address + buffer.size);
    }

    /// Places the open buffers in the banks. Returns the first buffer that does not fit, or nullptr
    /// if all do.
    [[nodiscard]] const Buffer* left_by_banks() {
        const int banks = model_.banks / kBanksOfOne;
        if (banks < 1) return open_.front().first;
        const Bytes bank_size = model_.memory / std::int64_t{banks};
        int next = 0;
        for (auto& [buffer, bank] : open_) {
            bool placed = false;
            for (int tried = 0; tried < banks && !placed; ++tried) {
                const int candidate = bank ? *bank : (next + tried) % banks;
                const Bytes begin = bank_size * std::int64_t{candidate};
                const auto address =
                    room(std::max(begin, program_.stack), begin + bank_size, buffer->size);
                if (address) {
                    place(*buffer, *address);
                    next = (candidate + 1) % banks;
                    placed = true;
                }
                if (bank) break;
            }
            if (!placed) return buffer;
        }
        return nullptr;
    }

    void one_after_another() {
        for (auto& [buffer, bank] : open_) {
            const auto address = room(program_.stack, model_.memory, buffer->size);
            if (!address)
                draft_.text.fail(
                    buffer->origin,
                    fmt::format("there is no room for the {} bytes of buffer '{}' in {}, which "
                                "has {} bytes, {} of them for the stack",
                                buffer->size.count(), buffer->name,
                                draft_.device.name_of(program_.tile), model_.memory.count(),
                                program_.stack.count()));
            place(*buffer, *address);
        }
    }

    schedule::TileProgram& program_;
    const Draft& draft_;
    const arch::TileModel& model_;
    std::vector<std::pair<Bytes, Bytes>> taken_;
    std::vector<std::pair<Buffer*, std::optional<int>>> open_;
};

}  // namespace

void allocate(schedule::TileProgram& program, const Placements& placements, const Draft& draft) {
    if (!program.buffers.empty()) Allocator{program, placements, draft}.run();
}

}  // namespace xdnasim::design

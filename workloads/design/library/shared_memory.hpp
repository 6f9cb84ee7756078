#pragma once
// Memory that a run shares with the process in which functions of the host are called: the call,
// and the buffers of the core. Each of these ends at a page that nobody may touch, so that a
// function that goes beyond its buffer is stopped there.

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "workloads/design/library/host_function.hpp"

namespace xdnasim::design::library {

/// What the two processes tell each other.
struct Exchange {
    std::uint32_t function = 0;  ///< by its number
    /// Pointers, and numbers as their types lie in memory.
    std::array<std::uint64_t, kMaxArguments> values{};
    std::uint64_t result = 0;  ///< as it lies in memory, integers widened to 64 bits
    bool has_fault = false;
    std::uint64_t fault = 0;  ///< the address at which a function was stopped
    /// What is wrong with a library; empty: nothing.
    std::array<char, 2048> error{};
};

class SharedMemory {
 public:
    /// Buffers of `sizes` bytes. Throws InputError when there is no memory.
    explicit SharedMemory(const std::vector<std::size_t>& sizes);
    ~SharedMemory();
    SharedMemory(const SharedMemory&) = delete;
    SharedMemory& operator=(const SharedMemory&) = delete;

    [[nodiscard]] Exchange& exchange() const { return *exchange_; }
    [[nodiscard]] std::span<std::byte> buffer(std::size_t number) const { return buffers_[number]; }

    /// "byte 1024 of a buffer of 1024 bytes"; nullopt: the address is not near any buffer.
    [[nodiscard]] std::optional<std::string> place_of(std::uint64_t address) const;

 private:
    std::byte* begin_ = nullptr;
    std::size_t size_ = 0;
    Exchange* exchange_ = nullptr;
    std::vector<std::span<std::byte>> buffers_;
};

}  // namespace xdnasim::design::library

#pragma once
// Memory that a run shares with the process that calls host functions: the description of the call,
// and the core's buffers. Each of these ends at a page that cannot be accessed, so that a function
// is stopped when it exceeds its buffer.

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "workloads/design/library/host_function.hpp"

namespace xdnasim::design::library {

/// What the two processes exchange.
struct Exchange {
    std::uint32_t function = 0;  ///< index of the function
    /// Pointers, and numbers as they lie in memory.
    std::array<std::uint64_t, kMaxArguments> values{};
    std::uint64_t result = 0;  ///< as it lies in memory, with integers widened to 64 bits
    bool has_fault = false;
    std::uint64_t fault = 0;  ///< the address at which the function was stopped
    /// The error of a library that cannot be used; empty if there is none.
    std::array<char, 2048> error{};
};

class SharedMemory {
 public:
    /// `sizes`: bytes of each buffer. Throws InputError if there is not enough memory.
    explicit SharedMemory(const std::vector<std::size_t>& sizes);
    ~SharedMemory();
    SharedMemory(const SharedMemory&) = delete;
    SharedMemory& operator=(const SharedMemory&) = delete;

    [[nodiscard]] Exchange& exchange() const { return *exchange_; }
    [[nodiscard]] std::span<std::byte> buffer(std::size_t number) const { return buffers_[number]; }

    /// "byte 1024 of a buffer of 1024 bytes"; nullopt if the address is not near any buffer.
    [[nodiscard]] std::optional<std::string> place_of(std::uint64_t address) const;

 private:
    std::byte* begin_ = nullptr;
    std::size_t size_ = 0;
    Exchange* exchange_ = nullptr;
    std::vector<std::span<std::byte>> buffers_;
};

}  // namespace xdnasim::design::library

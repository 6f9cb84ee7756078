#include "workloads/design/library/shared_memory.hpp"

#include <cerrno>
#include <cstring>
#include <new>

#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/error.hpp"

namespace xdnasim::design::library {
namespace {

/// Alignment of a buffer in bytes, as vector instructions of a core, or of this machine, may need
/// it.
constexpr std::size_t kAlignment = 64;

std::size_t page_bytes() {
    return static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
}

std::size_t whole(std::size_t bytes, std::size_t unit) {
    return (bytes + unit - 1) / unit * unit;
}

}  // namespace

SharedMemory::SharedMemory(const std::vector<std::size_t>& sizes) {
    const std::size_t page = page_bytes();
    size_ = whole(sizeof(Exchange), page) + page;
    for (const std::size_t size : sizes)
        size_ += whole(size, page) + page;
    void* const memory =
        ::mmap(nullptr, size_, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
        throw base::InputError{fmt::format("memory for kernels of a library: {} bytes: {}", size_,
                                           std::strerror(errno))};
    begin_ = static_cast<std::byte*>(memory);
    exchange_ = new (begin_) Exchange;
    std::size_t at = whole(sizeof(Exchange), page);
    const auto guard = [&] {
        ::mprotect(begin_ + at, page, PROT_NONE);
        at += page;
    };
    guard();
    for (const std::size_t size : sizes) {
        at += whole(size, page);
        buffers_.emplace_back(begin_ + at - whole(size, kAlignment), size);
        guard();
    }
}

SharedMemory::~SharedMemory() {
    ::munmap(begin_, size_);
}

std::optional<std::string> SharedMemory::place_of(std::uint64_t address) const {
    const auto page = static_cast<std::int64_t>(page_bytes());
    for (const std::span<std::byte> buffer : buffers_) {
        const std::int64_t offset =
            static_cast<std::int64_t>(address) - reinterpret_cast<std::int64_t>(buffer.data());
        const auto size = static_cast<std::int64_t>(buffer.size());
        if (offset >= 0 && offset < size + page)
            return fmt::format("byte {} of a buffer of {} bytes", offset, size);
    }
    return std::nullopt;
}

}  // namespace xdnasim::design::library

#pragma once
// File descriptors of the operating system.

#include <cstddef>
#include <span>
#include <string_view>
#include <utility>

#include <unistd.h>

namespace xdnasim::base {

/// An open file descriptor, which is closed at the end of its scope.
class Descriptor {
 public:
    explicit Descriptor(int fd) : fd_{fd} {}
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    ~Descriptor() {
        if (fd_ >= 0) ::close(fd_);
    }

    [[nodiscard]] bool valid() const { return fd_ >= 0; }
    [[nodiscard]] int get() const { return fd_; }
    /// Closes it. Returns false if data written earlier could not be stored.
    [[nodiscard]] bool close() { return ::close(std::exchange(fd_, -1)) == 0; }

 private:
    int fd_;
};

/// Writes all bytes, with as many calls as that takes. Returns false on failure, with errno set.
[[nodiscard]] bool write_all(int fd, std::span<const std::byte> bytes);
[[nodiscard]] bool write_all(int fd, std::string_view text);

}  // namespace xdnasim::base

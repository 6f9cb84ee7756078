#pragma once
// What the operating system calls a file by, once it is open.

#include <cstddef>
#include <span>
#include <string_view>
#include <utility>

#include <unistd.h>

namespace xdnasim::base {

/// An open file descriptor; closed at the end of its scope.
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
    /// False: data that was thought written could not be.
    [[nodiscard]] bool close() { return ::close(std::exchange(fd_, -1)) == 0; }

 private:
    int fd_;
};

/// All of it, however many pieces that takes. False: errno says why not.
[[nodiscard]] bool write_all(int fd, std::span<const std::byte> bytes);
[[nodiscard]] bool write_all(int fd, std::string_view text);

}  // namespace xdnasim::base

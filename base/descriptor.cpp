#include "base/descriptor.hpp"

#include <cerrno>

namespace xdnasim::base {

bool write_all(int fd, std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
        const ssize_t written = ::write(fd, bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return false;
        bytes = bytes.subspan(static_cast<std::size_t>(written));
    }
    return true;
}

bool write_all(int fd, std::string_view text) {
    return write_all(fd, std::as_bytes(std::span{text}));
}

}  // namespace xdnasim::base

#include "base/free_memory.hpp"

#include <fstream>
#include <string>

#include <unistd.h>

namespace xdnasim::base {

std::int64_t free_memory() {
    constexpr std::int64_t kKibibyte = 1024;
    std::ifstream figures{"/proc/meminfo"};
    std::string name;
    for (std::int64_t value = 0; figures >> name >> value; figures.ignore(kKibibyte, '\n'))
        if (name == "MemAvailable:") return value * kKibibyte;
    return std::int64_t{::sysconf(_SC_PHYS_PAGES)} * ::sysconf(_SC_PAGESIZE);
}

}  // namespace xdnasim::base

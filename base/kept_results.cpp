#include <algorithm>
#include <sstream>
#include <vector>

#include <fmt/format.h>

#include "base/data_folder.hpp"
#include "base/error.hpp"
#include "base/side_by_side.hpp"

namespace xdnasim::base {
namespace {

constexpr const char* kBegin = "results kept by xdnasim, made by ";

// FNV-1a, 64 bits: http://www.isthe.com/chongo/tech/comp/fnv
constexpr std::uint64_t kFnvBasis = 0xcbf29ce484222325;
constexpr std::uint64_t kFnvPrime = 0x100000001b3;

void add_byte(std::uint64_t& hash, char byte) {
    hash = (hash ^ static_cast<unsigned char>(byte)) * kFnvPrime;
}

void add_file(std::uint64_t& hash, const std::filesystem::path& file) {
    std::ifstream input{file, std::ios::binary};
    for (char byte = 0; input.get(byte);)
        add_byte(hash, byte);
}

/// Empty where there is no such file.
std::string content_of(const std::filesystem::path& file) {
    if (!std::filesystem::exists(file)) return {};
    std::ifstream input{file, std::ios::binary};
    if (!input) throw InputError{fmt::format("cannot read {}", file.string())};
    std::ostringstream all;
    all << input.rdbuf();
    return all.str();
}

}  // namespace

std::string fingerprint(std::string_view text, std::span<const std::filesystem::path> folders) {
    std::vector<std::filesystem::path> files;
    for (const std::filesystem::path& folder : folders)
        for (const auto& entry : std::filesystem::recursive_directory_iterator{folder})
            if (entry.is_regular_file()) files.push_back(entry.path());
    std::ranges::sort(files);
    std::uint64_t hash = kFnvBasis;
    for (const char letter : text)
        add_byte(hash, letter);
    add_file(hash, program_file());
    for (const std::filesystem::path& file : files)
        add_file(hash, file);
    return fmt::format("{:016x}", hash);
}

KeptResults::KeptResults(const Keep& keep) : file_{keep.file} {
    const std::string begin = kBegin + keep.made_by;
    std::string held = content_of(file_);
    // A run that was killed may have left a part of the first line.
    if (!held.starts_with(kBegin) && !begin.starts_with(held))
        throw InputError{fmt::format("{}:1: this is not a file of kept results", file_.string())};
    // Only whole lines count.
    const std::size_t end = held.find_last_of('\n');
    held.resize(end == std::string::npos ? 0 : end + 1);
    std::istringstream lines{held};
    std::string line;
    if (!held.empty()) {
        std::getline(lines, line);
        if (line != begin)
            throw InputError{fmt::format(
                "{}: its results are of another suite or study, or were made by another build of "
                "xdnasim, or with other device files or measured rows; remove it to begin anew",
                file_.string())};
        read(lines, keep);
    }
    // What is kept already is never written anew: whoever ends this run cannot lose it.
    std::error_code not_shortened;
    if (std::filesystem::is_regular_file(file_))
        std::filesystem::resize_file(file_, held.size(), not_shortened);
    output_.open(file_, std::ios::binary | std::ios::app);
    if (held.empty()) output_ << begin << '\n' << std::flush;
    if (!output_ || not_shortened) throw InputError{fmt::format("cannot write {}", file_.string())};
}

void KeptResults::read(std::istream& input, const Keep& keep) {
    std::string line;
    for (int number = 2; std::getline(input, line); ++number) {
        const std::size_t after_id = line.find(kAfterId);
        const std::string result = after_id == std::string::npos ? "" : line.substr(after_id + 1);
        if (after_id == std::string::npos || !keep.is_result(result))
            throw InputError{fmt::format(
                "{}:{}: this is not a result that was kept; remove the line to have it again",
                file_.string(), number)};
        results_[line.substr(0, after_id)] = result;
    }
}

void KeptResults::add(const std::string& id, const std::string& result) {
    output_ << id << kAfterId << result << '\n' << std::flush;
    if (!output_) throw InputError{fmt::format("cannot write {}", file_.string())};
}

}  // namespace xdnasim::base

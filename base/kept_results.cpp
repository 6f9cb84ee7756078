#include "base/kept_results.hpp"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <iterator>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include "base/data_folder.hpp"
#include "base/error.hpp"
#include "base/fingerprint.hpp"
#include "base/regular_file.hpp"

namespace xdnasim::base {
namespace {

constexpr const char* kBegin = "results kept by xdnasim, made by ";

/// Adds the content of a file with its name and size. The folder is left out, since it may have
/// another name on another machine; the size separates the file from the next one.
void add_file(Fingerprint& hash, const std::filesystem::path& file) {
    std::ifstream input{file, std::ios::binary};
    std::uint64_t size = 0;
    for (char byte = 0; input.get(byte); ++size)
        hash.add(std::as_bytes(std::span{&byte, 1}));
    hash.add(fmt::format("\n{}\n{}\n", file.filename().string(), size));
}

/// Only regular files are read: reading anything else may block or never end.
bool can_be_hashed(const std::filesystem::path& file) {
    std::error_code ignored;
    return std::filesystem::is_regular_file(file, ignored);
}

/// Adds the files of a folder, sorted among themselves and kept apart from those of other folders.
void add_files_in(std::vector<std::filesystem::path>& files, const std::filesystem::path& folder) {
    const auto before = static_cast<std::ptrdiff_t>(files.size());
    std::error_code error;
    for (std::filesystem::recursive_directory_iterator entry{folder, error}, end;
         !error && entry != end; entry.increment(error))
        if (can_be_hashed(entry->path())) files.push_back(entry->path());
    std::sort(files.begin() + before, files.end());
}

/// The file, opened for reading; a stream without content if there is no such file.
std::ifstream opened(const std::filesystem::path& file) {
    std::error_code error;
    const auto type = std::filesystem::status(file, error).type();
    if (type == std::filesystem::file_type::not_found) return {};
    return open_regular_file(file);
}

/// Opens the file for appending. Results in it are never rewritten, so that they cannot be lost if
/// this run is killed.
int opened_to_append(const std::filesystem::path& file) {
    static_cast<void>(opened(file));  // refuses a pipe: opening it would wait for a reader
    return ::open(file.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
}

/// Tries to lock the file for this run. Waits for up to a second, since processes of a run that was
/// killed may hold the lock a moment longer. Returns true on file systems without locks.
bool is_locked(int file) {
    constexpr int kTries = 50;
    constexpr std::chrono::milliseconds kBetween{20};
    for (int i = 0; i < kTries; ++i) {
        if (::flock(file, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK) return true;
        std::this_thread::sleep_for(kBetween);
    }
    return false;
}

}  // namespace

std::string key_of_results(std::string_view text, std::span<const std::filesystem::path> folders,
                           std::span<const std::filesystem::path> named) {
    std::vector<std::filesystem::path> files;
    for (const std::filesystem::path& folder : folders)
        add_files_in(files, folder);
    std::vector<std::filesystem::path> others;
    std::ranges::copy_if(named, std::back_inserter(others), can_be_hashed);
    std::ranges::sort(others);
    others.erase(std::unique(others.begin(), others.end()), others.end());
    files.insert(files.end(), others.begin(), others.end());
    Fingerprint hash;
    hash.add(text);
    // The command stands for the whole build: a library of the same build gives the same results.
    const std::filesystem::path command = command_file();
    add_file(hash, std::filesystem::exists(command) ? command : program_file());
    for (const std::filesystem::path& file : files)
        add_file(hash, file);
    return fingerprint_text(hash.value());
}

std::string first_line_of_kept(const std::string& made_by) {
    return kBegin + made_by;
}

KeptResults::KeptResults(std::filesystem::path file)
    : file_{std::move(file)}, output_{opened_to_append(file_)} {
    if (!output_.valid()) fail_to_write();
    if (is_locked(output_.get())) return;
    throw InputError{
        fmt::format("another run keeps its results in '{}'; wait for it, or name another file",
                    file_.string())};
}

KeptResults::KeptResults(const Keep& keep) : KeptResults{keep.file} {
    const std::string begin = first_line_of_kept(keep.made_by);
    std::ifstream held = opened(file_);
    std::string line;
    std::getline(held, line);
    if (held.bad()) fail_to_read(file_.string());
    // A run that was killed may have left a part of the first line.
    if (!line.starts_with(kBegin) && !begin.starts_with(line))
        throw InputError{fmt::format("{}:1: this is not a file of kept results", file_.string())};
    std::uintmax_t whole = 0;  // end of the last complete line
    if (!line.empty() && !held.eof()) {
        if (line != begin)
            throw InputError{fmt::format("{}: its results are of {}; remove it to begin anew",
                                         file_.string(), keep.others)};
        read(held, keep, whole);
    }
    end_ = static_cast<std::streamoff>(whole);
    forget_what_is_behind();
    if (whole == 0) append(begin + '\n');
    input_.open(file_, std::ios::binary);
}

void KeptResults::read(std::istream& input, const Keep& keep, std::uintmax_t& whole) {
    whole = static_cast<std::uintmax_t>(input.tellg());
    std::string line;
    for (int number = 2; std::getline(input, line) && !input.eof(); ++number) {
        const std::size_t after_id = line.find(kAfterId);
        const std::string result = after_id == std::string::npos ? "" : line.substr(after_id + 1);
        if (after_id == std::string::npos || !keep.is_result(result))
            throw InputError{fmt::format(
                "{}:{}: this is not a result that was kept; remove the line to compute it again",
                file_.string(), number)};
        places_[line.substr(0, after_id)] = static_cast<std::streamoff>(whole + after_id + 1);
        whole += line.size() + 1;
    }
    // After a read error, the results that follow would be cut off.
    if (input.bad()) fail_to_read(file_.string());
}

std::string KeptResults::result(const std::string& id) const {
    const std::string begin = id + kAfterId;
    input_.clear();
    input_.seekg(places_.at(id) - static_cast<std::streamoff>(begin.size()));
    std::string line;
    if (!std::getline(input_, line) || input_.eof())
        throw InputError{fmt::format("cannot read {}", file_.string())};
    if (!line.starts_with(begin))
        throw InputError{fmt::format(
            "{}: another program has changed the file, and results are no longer where they were",
            file_.string())};
    return line.substr(begin.size());
}

void KeptResults::add(const std::string& id, const std::string& result) {
    const std::streamoff place = end_ + static_cast<std::streamoff>(id.size()) + 1;
    append(fmt::format("{}{}{}\n", id, kAfterId, result));
    places_[id] = place;
}

void KeptResults::append(std::string_view text) {
    if (!write_all(output_.get(), text)) {
        const int error = errno;
        forget_what_is_behind();
        errno = error;
        fail_to_write();
    }
    end_ += static_cast<std::streamoff>(text.size());
}

void KeptResults::forget_what_is_behind() const {
    // A file that cannot be shortened, such as a device, has kept nothing.
    [[maybe_unused]] const int ignored = ::ftruncate(output_.get(), end_);
}

void KeptResults::fail_to_write() const {
    throw InputError{fmt::format("cannot write '{}': {}; what is in it stays", file_.string(),
                                 std::generic_category().message(errno))};
}

}  // namespace xdnasim::base

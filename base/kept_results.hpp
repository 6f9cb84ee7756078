#pragma once
// Results that are stored in a file one by one, as they are computed.

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>

#include "base/descriptor.hpp"

namespace xdnasim::base {

/// Separates the id of a task from its result.
inline constexpr char kAfterId = '\t';

/// Where and how results are kept. Results that the file already has are not computed again, so
/// that a run that was killed loses nothing.
struct Keep {
    std::filesystem::path file;
    /// Key of everything that the results depend on, see key_of_results(). A file with another key
    /// is refused.
    std::string made_by;
    /// For the message about a file with another key: what its results may belong to, such as
    /// "another suite or other device files".
    std::string others = "something else";
    /// Whether a result read from the file is valid.
    std::function<bool(const std::string&)> is_result = [](const std::string&) { return true; };
};

/// A key of 16 hexadecimal digits, which depends on `text`, on the build of this program, and on
/// the content of the files in `folders` and of the files `named`. Ignores what is not a regular
/// file.
[[nodiscard]] std::string key_of_results(std::string_view text,
                                         std::span<const std::filesystem::path> folders,
                                         std::span<const std::filesystem::path> named = {});

/// The file in which results are kept: a first line with the key (Keep::made_by), then one line for
/// each result. Only the offset of each result is held in memory. The file is locked, so that no
/// other run can use it at the same time.
class KeptResults {
 public:
    /// Opens the file and reads it, or creates it. Discards an incomplete last line, which a killed
    /// run may have left. Throws InputError if the file cannot be used, or another run has it.
    explicit KeptResults(const Keep& keep);
    KeptResults(const KeptResults&) = delete;
    KeptResults& operator=(const KeptResults&) = delete;

    [[nodiscard]] bool has(const std::string& id) const { return places_.contains(id); }
    /// The result of a task, read from the file. Precondition: has(id). Throws InputError if the
    /// file can no longer be read, or another program has changed it.
    [[nodiscard]] std::string result(const std::string& id) const;
    /// Appends a result. Throws InputError if the file cannot be written; earlier results stay.
    void add(const std::string& id, const std::string& result);

 private:
    /// Opens the file for writing and locks it.
    explicit KeptResults(std::filesystem::path file);
    /// Reads the results after the first line. `whole`: is set to where the last complete line
    /// ends.
    void read(std::istream& input, const Keep& keep, std::uintmax_t& whole);
    void append(std::string_view text);
    void forget_what_is_behind() const;
    [[noreturn]] void fail_to_write() const;

    std::filesystem::path file_;
    std::map<std::string, std::streamoff> places_;  ///< offset of each result, after its id
    std::streamoff end_ = 0;                        ///< end of the last complete line
    Descriptor output_;
    mutable std::ifstream input_;
};

/// The first line of a file of kept results.
[[nodiscard]] std::string first_line_of_kept(const std::string& made_by);

}  // namespace xdnasim::base

#pragma once
// Results kept in a file as they are done.

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

/// Between the id of a task and its result.
inline constexpr char kAfterId = '\t';

/// Where results are kept. What the file holds already is not run again: a run that was killed
/// loses nothing.
struct Keep {
    std::filesystem::path file;
    /// Of all that results depend on: a file of anything else is refused. See key_of_results().
    std::string made_by;
    /// What such a file may be of, for the message: "another suite or other device files".
    std::string others = "something else";
    /// Whether a line of the file can be used.
    std::function<bool(const std::string&)> is_result = [](const std::string&) { return true; };
};

/// 16 digits that another `text`, another build of this program or a changed file changes: one in
/// the `folders`, or one that is `named`. What is not a regular file changes nothing.
[[nodiscard]] std::string key_of_results(std::string_view text,
                                         std::span<const std::filesystem::path> folders,
                                         std::span<const std::filesystem::path> named = {});

/// The file in which results are kept: a line that says what made them, and one for each. In memory
/// is only where each stands. No other run can keep its results there at the same time.
class KeptResults {
 public:
    /// Reads what is there, or begins it. A last line without an end, which a killed run leaves,
    /// does not count. Throws InputError, also where another run has the file.
    explicit KeptResults(const Keep& keep);
    KeptResults(const KeptResults&) = delete;
    KeptResults& operator=(const KeptResults&) = delete;

    [[nodiscard]] bool has(const std::string& id) const { return places_.contains(id); }
    /// Precondition: has(id). Throws InputError when the file cannot be read any more, or is not
    /// what this has written.
    [[nodiscard]] std::string result(const std::string& id) const;
    /// Throws InputError when the file cannot be written; what is in it stays.
    void add(const std::string& id, const std::string& result);

 private:
    /// Opens it to be written, and locks it.
    explicit KeptResults(std::filesystem::path file);
    /// `whole`: where the last whole line ends.
    void read(std::istream& input, const Keep& keep, std::uintmax_t& whole);
    void append(std::string_view text);
    void forget_what_is_behind() const;
    [[noreturn]] void fail_to_write() const;

    std::filesystem::path file_;
    std::map<std::string, std::streamoff> places_;  ///< of results, behind their ids
    std::streamoff end_ = 0;                        ///< of the last line that is whole
    Descriptor output_;
    mutable std::ifstream input_;
};

/// The first line of such a file.
[[nodiscard]] std::string first_line_of_kept(const std::string& made_by);

}  // namespace xdnasim::base

#pragma once
// The files that a command reads and writes, and the check that no result overwrites an input or
// another result.

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace xdnasim::cli {

class FileRoles {
 public:
    /// Registers an input. `what`: its description in messages, such as "the problem file".
    void reads(std::filesystem::path file, std::string what) {
        inputs_.emplace_back(std::move(file), std::move(what));
    }
    /// Registers every file in `folder` and its subfolders as an input with the description `what`.
    void reads_folder(const std::filesystem::path& folder, const std::string& what);
    /// Registers a device file and the files that it extends. These are looked up only when the
    /// first result is registered.
    void reads_device(const std::filesystem::path& file) { devices_.push_back(file); }
    /// Registers standard input, which may be redirected from a file.
    void reads_stdin() { reads("/dev/stdin", "read as standard input"); }

    /// Registers `file` as the result that `option` asks for. Throws InputError if the file already
    /// has another role or cannot be written. Paths are compared by the file that they lead to: a
    /// link, symbolic or hard, is the same file as its target.
    void writes(const std::string& option, const std::filesystem::path& file);
    /// As writes(), but without the check that the file can be written, for a file whose folder
    /// does not exist yet.
    void will_write(const std::string& option, const std::filesystem::path& file);

 private:
    using Roles = std::vector<std::pair<std::filesystem::path, std::string>>;

    static void require_none(const Roles& roles, const std::string& option,
                             const std::filesystem::path& file);

    void look_for_devices();

    Roles inputs_;
    std::vector<std::filesystem::path> devices_;  ///< device files not yet looked up for inputs_
    Roles results_;
};

}  // namespace xdnasim::cli

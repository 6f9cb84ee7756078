#pragma once
// The files that a command reads and writes: no result takes the place of an input or of another
// result.

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace xdnasim::cli {

class FileRoles {
 public:
    /// `what` it is, as "the problem file".
    void reads(std::filesystem::path file, std::string what) {
        inputs_.emplace_back(std::move(file), std::move(what));
    }
    /// Every file in `folder` and in the folders in it, each one `what`.
    void reads_folder(const std::filesystem::path& folder, const std::string& what);
    /// The file of a device, and those that it extends, which are looked for once there is a
    /// result.
    void reads_device(const std::filesystem::path& file) { devices_.push_back(file); }
    /// What stands on standard input, which may be a file.
    void reads_stdin() { reads("/dev/stdin", "read as standard input"); }

    /// The file of `option`. Throws InputError when it has another role already, or cannot be
    /// written. Files are the same when they have the same content, whatever they are called: a
    /// link is what it leads to.
    void writes(const std::string& option, const std::filesystem::path& file);
    /// The same for a file whose folder is made later: whether it can be written is seen then.
    void will_write(const std::string& option, const std::filesystem::path& file);

 private:
    using Roles = std::vector<std::pair<std::filesystem::path, std::string>>;

    static void require_none(const Roles& roles, const std::string& option,
                             const std::filesystem::path& file);

    void look_for_devices();

    Roles inputs_;
    std::vector<std::filesystem::path> devices_;  ///< not yet among the inputs
    Roles results_;
};

}  // namespace xdnasim::cli

#pragma once
// Files of results. One appears whole or not at all; what cannot be written is an error.

#include <filesystem>
#include <memory>
#include <string_view>

namespace xdnasim::base {

/// Throws InputError when write_file() could not create `file`: to be asked before a long run.
void require_writable(const std::filesystem::path& file);

/// Replaces `file` by `content` in one step. A device or a pipe is written to directly.
/// Throws InputError, and then leaves nothing behind.
void write_file(const std::filesystem::path& file, std::string_view content);

class OutputTarget;

/// A file that is written piece by piece, and appears when it is finished.
class OutputFile {
 public:
    /// Throws InputError when `file` cannot be written.
    explicit OutputFile(std::filesystem::path file);
    ~OutputFile();  ///< leaves nothing behind when it is not finished

    /// Does not throw: what could not be written is an error of finish().
    void write(std::string_view piece);
    /// Brings all of it to the disk, so that finish() takes no time: for files that are to appear
    /// together. Throws InputError, and then leaves nothing behind.
    void settle();
    /// Throws InputError, and then leaves nothing behind.
    void finish();

 private:
    void require_done();

    std::filesystem::path file_;
    std::unique_ptr<OutputTarget> target_;
    int error_ = 0;  ///< the first
    bool settled_ = false;
};

}  // namespace xdnasim::base

#pragma once
// Output files. A file appears complete or not at all; a failed write is an error.

#include <filesystem>
#include <memory>
#include <string_view>

namespace xdnasim::base {

/// Throws InputError if write_file() could not write `file`. To be called before a long run.
void require_writable(const std::filesystem::path& file);

/// Replaces the content of `file` in one step. Writes directly to a device or a pipe. Throws
/// InputError if that fails, and then leaves no file behind.
void write_file(const std::filesystem::path& file, std::string_view content);

class OutputTarget;

/// A file that is written piece by piece and appears when it is finished.
class OutputFile {
 public:
    /// Throws InputError if `file` cannot be written.
    explicit OutputFile(std::filesystem::path file);
    ~OutputFile();  ///< leaves no file behind unless finish() has been called

    /// Appends `piece`. Does not throw: settle() or finish() reports a failure.
    void write(std::string_view piece);
    /// Writes everything to disk, so that finish() takes no time: for files that are to appear
    /// together. Throws InputError if a write has failed, and then leaves no file behind.
    void settle();
    /// Makes the file appear. Throws InputError if a write has failed, and then leaves no file
    /// behind.
    void finish();

 private:
    void require_done();

    std::filesystem::path file_;
    std::unique_ptr<OutputTarget> target_;
    int error_ = 0;  ///< errno of the first failure; 0: none
    bool settled_ = false;
};

}  // namespace xdnasim::base

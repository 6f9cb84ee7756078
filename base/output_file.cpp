#include "base/output_file.hpp"

#include <cerrno>
#include <cstdlib>
#include <string>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/descriptor.hpp"
#include "base/result_path.hpp"
#include "base/uninterrupted.hpp"

namespace xdnasim::base {
class OutputTarget {
 public:
    virtual ~OutputTarget() = default;
    [[nodiscard]] virtual bool write(std::string_view piece) = 0;
    [[nodiscard]] virtual bool settle() = 0;  ///< to be called once, before finish()
    [[nodiscard]] virtual bool finish() = 0;
};

namespace {

namespace fs = std::filesystem;

/// A new file in the folder of the target that it will replace. It is removed unless it has been
/// renamed, also if the process is interrupted.
class TemporaryFile {
 public:
    /// `file`: name of `target` in messages; a path or link that leads to it.
    TemporaryFile(const fs::path& target, const fs::path& file)
        : path_{(target.parent_path() / ".xdnasim-XXXXXX").string()}, descriptor_{create(path_)} {
        if (!descriptor_.valid()) fail_to_write(file, errno);
    }
    TemporaryFile(const TemporaryFile&) = delete;
    TemporaryFile& operator=(const TemporaryFile&) = delete;
    ~TemporaryFile() {
        if (path_.empty()) return;
        Uninterrupted steps;
        ::unlink(path_.c_str());
        steps.keep(path_);
    }

    [[nodiscard]] bool write(std::string_view content) const {
        return write_all(descriptor_.get(), content);
    }
    [[nodiscard]] bool settle(mode_t mode) {
        return ::fsync(descriptor_.get()) == 0 && ::fchmod(descriptor_.get(), mode) == 0 &&
               descriptor_.close();
    }
    /// Renames the file to `target`. Precondition: settle() has been called.
    [[nodiscard]] bool become(const fs::path& target) {
        Uninterrupted steps;
        if (::rename(path_.c_str(), target.c_str()) != 0) return false;
        steps.keep(path_);
        steps.results_are_being_written();
        path_.clear();
        return true;
    }

 private:
    static int create(std::string& path) {
        Uninterrupted steps;
        const int fd = ::mkstemp(path.data());
        if (fd >= 0) steps.remove_when_interrupted(path);
        return fd;
    }

    std::string path_;
    Descriptor descriptor_;
};

class Replacement final : public OutputTarget {
 public:
    explicit Replacement(const fs::path& file)
        : target_{target_of(file)}, mode_{mode_for(target_)}, temporary_{target_, file} {}

    [[nodiscard]] bool write(std::string_view piece) override { return temporary_.write(piece); }
    [[nodiscard]] bool settle() override { return temporary_.settle(mode_); }
    [[nodiscard]] bool finish() override { return temporary_.become(target_); }

 private:
    fs::path target_;
    mode_t mode_;
    TemporaryFile temporary_;
};

class SpecialFile final : public OutputTarget {
 public:
    explicit SpecialFile(const fs::path& file)
        : descriptor_{::open(file.c_str(), O_WRONLY | O_CLOEXEC)} {
        if (!descriptor_.valid()) fail_to_write(file, errno);
    }

    [[nodiscard]] bool write(std::string_view piece) override {
        Uninterrupted{}.results_are_being_written();
        return write_all(descriptor_.get(), piece);
    }
    [[nodiscard]] bool settle() override { return descriptor_.close(); }
    [[nodiscard]] bool finish() override { return true; }

 private:
    Descriptor descriptor_;
};

}  // namespace

void require_writable(const fs::path& file) {
    const bool special = is_special(file);
    const fs::path target = special ? file : target_of(file);
    if (::access(target.c_str(), W_OK) != 0 && errno != ENOENT) fail_to_write(file, errno);
    if (!special) const TemporaryFile probe{target, file};
}

OutputFile::OutputFile(fs::path file) : file_{std::move(file)} {
    if (is_special(file_))
        target_ = std::make_unique<SpecialFile>(file_);
    else
        target_ = std::make_unique<Replacement>(file_);
}

OutputFile::~OutputFile() = default;

void OutputFile::write(std::string_view piece) {
    if (error_ == 0 && !target_->write(piece)) error_ = errno;
}

void OutputFile::settle() {
    if (settled_) return;
    settled_ = true;
    if (error_ == 0 && !target_->settle()) error_ = errno;
    require_done();
}

void OutputFile::finish() {
    settle();
    if (!target_->finish()) error_ = errno;
    require_done();
    target_.reset();
}

void OutputFile::require_done() {
    if (error_ == 0) return;
    target_.reset();
    fail_to_write(file_, error_);
}

void write_file(const fs::path& file, std::string_view content) {
    OutputFile output{file};
    output.write(content);
    output.finish();
}

}  // namespace xdnasim::base

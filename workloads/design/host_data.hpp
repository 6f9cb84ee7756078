#pragma once
// Files of the arguments of a design's runtime sequence: their contents before a run, their
// expected contents after it, and where to write the results. A file is a NumPy array (.npy) or
// plain bytes.

#include <cstddef>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "workloads/design/memref.hpp"
#include "workloads/schedule/schedule.hpp"

namespace xdnasim::design {

/// Files by argument name: "arg0" by number, or the name in the sequence.
struct ArgumentFiles {
    std::map<std::string, std::filesystem::path> inputs{};
    std::map<std::string, std::filesystem::path> outputs{};
    std::map<std::string, std::filesystem::path> expected{};

    [[nodiscard]] bool empty() const {
        return inputs.empty() && outputs.empty() && expected.empty();
    }
};

/// Bytes [begin, end) of a host buffer.
struct BytesOfArgument {
    int buffer = 0;
    arch::Bytes begin{};
    arch::Bytes end{};
};

using FilesByBuffer = std::map<int, std::filesystem::path>;

/// The arguments of a sequence, as host buffers, with the files given for some of them.
class HostData {
 public:
    /// Reads the files of inputs and expected results. `types`: types of the first buffers; the
    /// other buffers are bytes. Throws InputError for a name that no argument has, and for a file
    /// of another size or type. If the sequence touches more of an argument than its type has,
    /// files up to that size are accepted, too.
    HostData(const ArgumentFiles& files, const std::vector<schedule::HostBuffer>& buffers,
             std::vector<Memref> types);
    HostData() = default;

    [[nodiscard]] bool empty() const { return inputs_.empty() && outputs_.empty() && !expects(); }
    [[nodiscard]] bool expects() const { return !expected_.empty(); }

    /// Content of the argument before the run; nullptr if no file gives it.
    [[nodiscard]] const std::vector<std::byte>* input(int buffer) const {
        const auto found = inputs_.find(buffer);
        return found == inputs_.end() ? nullptr : &found->second.content;
    }

    void fill(std::vector<std::vector<std::byte>>& host) const;
    /// Writes the files of outputs, each completely or not at all. A file holds all that the
    /// sequence touches, except for bytes of `left_out` at its end, after those of the argument's
    /// type. Throws InputError.
    void write(const std::vector<std::vector<std::byte>>& host,
               const std::vector<BytesOfArgument>& left_out = {}) const;
    /// A message about the first difference from the expected files, outside of `left_out`; nullopt
    /// if all is as expected.
    [[nodiscard]] std::optional<std::string> difference(
        const std::vector<std::vector<std::byte>>& host,
        const std::vector<BytesOfArgument>& left_out = {}) const;
    /// A summary such as "arg2 equals 'expected.npy'; arg1 is in 'out.npy'".
    [[nodiscard]] std::string summary() const;

 private:
    struct File {
        std::filesystem::path path;
        std::vector<std::byte> content;
    };
    [[nodiscard]] int number_of(const std::string& name) const;
    [[nodiscard]] std::map<int, File> load(
        const std::map<std::string, std::filesystem::path>& files) const;
    [[nodiscard]] const Memref* type_of(int buffer) const;
    [[nodiscard]] std::string value_at(int buffer, const std::vector<std::byte>& bytes,
                                       std::size_t element) const;

    std::vector<schedule::HostBuffer> buffers_;
    std::vector<Memref> types_;
    std::map<int, File> inputs_;
    std::map<int, File> expected_;
    FilesByBuffer outputs_;
};

// NumPy arrays, format 1.0 to 3.0 (numpy.lib.format).

/// Returns whether NumPy has elements of this type, or a type of the same size to stand in for it.
[[nodiscard]] bool numpy_has(const Memref& type);
/// Reads a NumPy file. Throws InputError for a file in another format or whose elements do not
/// match `type`. There may be more elements than in `type`, in up to `most` bytes.
[[nodiscard]] std::vector<std::byte> read_npy(const std::filesystem::path& file, const Memref& type,
                                              arch::Bytes most = {});
/// The bytes of a NumPy file with `content`.
[[nodiscard]] std::string npy_text(const std::vector<std::byte>& content, const Memref& type);

}  // namespace xdnasim::design

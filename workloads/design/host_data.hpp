#pragma once
// Files of the arguments of a design's runtime sequence: what they hold before a run, what they are
// to hold behind it, and where that is written. Either arrays of NumPy (.npy) or bytes.

#include <cstddef>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "workloads/design/memref.hpp"
#include "workloads/schedule/schedule.hpp"

namespace xdnasim::design {

/// By the names of arguments: "arg0" by number, or as the sequence calls them.
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

/// The arguments of a sequence, as host buffers, with the files of some.
class HostData {
 public:
    /// `types` of the first buffers; the others are bytes. Reads what is to be read. Throws
    /// InputError for a name that no argument has, and for a file of another size or type. Where
    /// the sequence touches more of an argument than its type has, files of up to that are taken,
    /// too.
    HostData(const ArgumentFiles& files, const std::vector<schedule::HostBuffer>& buffers,
             std::vector<Memref> types);
    HostData() = default;

    [[nodiscard]] bool empty() const { return inputs_.empty() && outputs_.empty() && !expects(); }
    [[nodiscard]] bool expects() const { return !expected_.empty(); }

    /// What the argument holds before the run; null: no file says.
    [[nodiscard]] const std::vector<std::byte>* input(int buffer) const {
        const auto found = inputs_.find(buffer);
        return found == inputs_.end() ? nullptr : &found->second.content;
    }

    void fill(std::vector<std::vector<std::byte>>& host) const;
    /// Writes the files of outputs, each whole or not at all: all that the sequence touches, but
    /// for `left_out` behind what the type has. Throws InputError.
    void write(const std::vector<std::vector<std::byte>>& host,
               const std::vector<BytesOfArgument>& left_out = {}) const;
    /// The first difference, in words, outside of `left_out`; nullopt: all is as it is expected.
    [[nodiscard]] std::optional<std::string> difference(
        const std::vector<std::vector<std::byte>>& host,
        const std::vector<BytesOfArgument>& left_out = {}) const;
    /// "arg2 equals 'expected.npy'; arg1 is in 'out.npy'"
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

// Arrays of NumPy, format 1.0 to 3.0 (numpy.lib.format).

/// Does NumPy have elements of this type, or some of the same size in their place?
[[nodiscard]] bool numpy_has(const Memref& type);
/// Throws InputError for a file that is none, or whose elements are not those of `type`: as many,
/// or more, in up to `most` bytes.
[[nodiscard]] std::vector<std::byte> read_npy(const std::filesystem::path& file, const Memref& type,
                                              arch::Bytes most = {});
/// The bytes of a file with `content`.
[[nodiscard]] std::string npy_text(const std::vector<std::byte>& content, const Memref& type);

}  // namespace xdnasim::design

#pragma once
// Operations of a runtime sequence that write registers.

#include <vector>

#include "backends/mlir/write_parts.hpp"
#include "backends/txn/instructions.hpp"

namespace xdnasim::mlir {

class RegisterText {
 public:
    explicit RegisterText(Writing& writing) : writing_{writing} {}

    void write(const txn::Write& write);
    void write(const txn::MaskWrite& write);
    /// Throws InputError for a release that has no operation for it.
    void write(const txn::MaskPoll& poll);
    /// Its words are those of the next block that write_blocks() has written.
    void write(const txn::BlockWrite& write);

 private:
    Writing& writing_;
    int blocks_ = 0;
};

/// The words of the blocks that an unrolled sequence writes into memory, in its order. They stand
/// beside the sequence.
void write_blocks(Writing& writing, const std::vector<schedule::SequenceOp>& sequence);

}  // namespace xdnasim::mlir

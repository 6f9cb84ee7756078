#pragma once
// The forms in which operations are written: one table, one line a form. The pieces of a form are
// separated by spaces:
//
//   (  ,  repeat_count   as it stands
//   %x  #x  $x  @x       a value; a number or a value; a word or a string; a symbol
//   ^x                   a block
//   *x                   all up to the piece behind it, or to the end of what encloses it
//   [x                   a list in square brackets
//   {}                   attributes, which are optional
//   R                    a region
//   .                    the end of the operation, or a location
//   ?( ... ?)            left out when its first piece does not stand there

#include <string_view>
#include <vector>

#include "workloads/design/ir/fields.hpp"

namespace xdnasim::ir {

struct OperationForms {
    std::string_view name;
    /// The names of its operands, in the order of the generic form. One that begins with * is any
    /// number of values: as many as the operation says, or all that are left.
    std::string_view operands;
    std::vector<std::string_view> forms;  ///< newest first
};

/// What an operation is called today, with its dialect: designs of early 2024 have "aiex.ipu." for
/// "aiex.npu.", and functions have "call" for "func.call".
[[nodiscard]] std::string_view current_name(std::string_view operation);

/// nullptr: not known.
[[nodiscard]] const OperationForms* forms_of(std::string_view operation);

/// Adds to `fields` what stands at the named pieces of `form`; nullptr: the operation is of that
/// form, else where it no longer fits.
[[nodiscard]] const Token* read_form(const Text& text, const Operation& operation,
                                     std::string_view form, Fields& fields);

/// The same of the generic form: its attributes, and its operands by `operand_names`.
void read_generic(const Text& text, const Operation& operation, std::string_view operand_names,
                  Fields& fields);

}  // namespace xdnasim::ir

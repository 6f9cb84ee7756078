#pragma once
// Lines of text, indented by the braces that are open.

#include <iterator>
#include <string>
#include <utility>

#include <fmt/format.h>

namespace xdnasim::mlir {

class Text {
 public:
    template <class... Arguments>
    void line(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
        text_.append(indent_, ' ');
        fmt::format_to(std::back_inserter(text_), format, std::forward<Arguments>(arguments)...);
        text_ += '\n';
    }
    /// A line that ends with a brace, and what is in it a step further in.
    template <class... Arguments>
    void open(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
        line(format, std::forward<Arguments>(arguments)...);
        indent_ += kStep;
    }
    template <class... Arguments>
    void close(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
        indent_ -= kStep;
        line(format, std::forward<Arguments>(arguments)...);
    }
    /// The name of a block stands a step further out than what is in it.
    void label(const std::string& name) {
        text_.append(indent_ - kStep, ' ');
        text_ += '^' + name + ":\n";
    }

    [[nodiscard]] std::string take() { return std::move(text_); }

 private:
    static constexpr std::size_t kStep = 2;

    std::string text_;
    std::size_t indent_ = 0;
};

}  // namespace xdnasim::mlir

#pragma once

#include <cstdlib>
#include <optional>
#include <string>

namespace xdnasim {

/// Sets an environment variable until the end of the scope, which restores or removes it.
class ChangedVariable {
 public:
    ChangedVariable(const char* name, const std::string& value) : name_{name} {
        if (const char* before = std::getenv(name)) before_ = before;
        ::setenv(name, value.c_str(), 1);
    }
    ChangedVariable(const ChangedVariable&) = delete;
    ChangedVariable& operator=(const ChangedVariable&) = delete;
    ~ChangedVariable() { before_ ? ::setenv(name_, before_->c_str(), 1) : ::unsetenv(name_); }

 private:
    const char* name_;
    std::optional<std::string> before_;
};

}  // namespace xdnasim

#include "workloads/design/cores/core_check.hpp"

#include <cctype>
#include <set>
#include <string>

#include <fmt/format.h>

#include "base/number_format.hpp"
#include "base/spelling.hpp"
#include "workloads/design/functions.hpp"
#include "workloads/design/ir/marks.hpp"

namespace xdnasim::design {
namespace {

std::optional<Memref> memref_at(const Draft& draft, ir::Range type) {
    return find_memref(draft.text, type, draft.module.aliases);
}

/// A scalar type, such as "i32" or "index", whatever attributes follow it; nullopt for other types.
std::optional<std::string_view> scalar_at(const Draft& draft, ir::Range type) {
    if (type.empty() || !bits_of(draft.text[type.begin].text)) return std::nullopt;
    return draft.text[type.begin].text;
}

/// Returns whether both types are known and differ.
bool differ(const Draft& draft, ir::Range a, ir::Range b) {
    const auto memory_a = memref_at(draft, a);
    const auto memory_b = memref_at(draft, b);
    const auto scalar_a = scalar_at(draft, a);
    const auto scalar_b = scalar_at(draft, b);
    if ((!memory_a && !scalar_a) || (!memory_b && !scalar_b)) return false;
    return memory_a != memory_b || scalar_a != scalar_b;
}

/// The operand types in "return %a, %b : i32, index", or in "... : (i32, index) -> ()".
std::vector<ir::Range> returned_types(const ir::Text& text, const ir::Operation& operation) {
    std::uint32_t i = operation.rest.begin;
    while (i < operation.rest.end && !text[i].is(":"))
        i = text[i].opens() && text[i].partner > i ? text[i].partner + 1 : i + 1;
    if (i + 1 >= operation.rest.end) return {};
    return split(text, ir::inside(text, {i + 1, operation.rest.end}));
}

class CallCheck {
 public:
    CallCheck(const Draft& draft, const ir::Fields& call)
        : draft_{draft}, call_{call}, name_{call.symbol("callee")} {}

    void run(const CallTypes& types, const std::vector<Value>& passed) const {
        if (types.arguments.size() != passed.size())
            call_.fail("callee", fmt::format("is '{}', which is passed {}, but the call lists {}",
                                             name_, base::counted(std::ssize(passed), "value"),
                                             base::counted(std::ssize(types.arguments), "type")));
        for (std::size_t i = 0; i < passed.size(); ++i)
            check_passed(i, types.arguments[i], passed[i]);
        const auto function = draft_.functions.find(name_);
        if (function == draft_.functions.end()) return require_declared_elsewhere();
        const auto declared = signature_of(draft_.text, *function->second);
        if (!declared) return;
        check_declared({"argument", "takes", "passed"}, types.arguments, declared->arguments);
        check_declared(kResults, types.results, declared->results);
        // The lowering has put the function's body into the call.
        for (const ir::Region& body : call_.operation().regions)
            for (const ir::Block& block : body.blocks)
                check_end(block, types.results);
    }

 private:
    void check_passed(std::size_t number, ir::Range type, const Value& passed) const {
        const auto written = memref_at(draft_, type);
        if (!written || passed.kind != Value::Kind::Memory || *written == passed.type) return;
        fail_at(
            type,
            fmt::format("argument {} of '{}' is {} bytes of {}; the value passed is {} bytes of {}",
                        number, name_, written->size().count(), written->type,
                        passed.type.size().count(), passed.type.type));
    }

    struct Words {
        std::string_view what;  ///< "argument"
        std::string_view does;  ///< "takes"
        std::string_view done;  ///< "passed"
    };
    static constexpr Words kResults{"result", "returns", "expected"};

    /// Checks the end of a block of a function's body. A wrong number of values is reported when
    /// the body is run.
    void check_end(const ir::Block& block, const std::vector<ir::Range>& results) const {
        const ir::Operation* const last =
            block.operations.empty() ? nullptr : &block.operations.back();
        const bool returns = last != nullptr && is_return(*last);
        const bool branches = last != nullptr && (last->name.starts_with("cf.") ||
                                                  last->name.ends_with(".unreachable"));
        if (!returns && !branches)
            draft_.text.fail(last != nullptr ? last->at : block.at,
                             fmt::format("this block of function '{}' has no terminator; end it "
                                         "with a return or a branch",
                                         name_));
        if (!returns) return;
        const auto types = returned_types(draft_.text, *last);
        if (types.size() == results.size()) check_declared(kResults, types, results);
    }

    void check_declared(const Words& words, const std::vector<ir::Range>& types,
                        const std::vector<ir::Range>& declared) const {
        if (types.size() != declared.size())
            call_.fail("callee", fmt::format("is '{}', which {} {}; {} {}", name_, words.does,
                                             base::counted(std::ssize(declared), words.what),
                                             types.size(), words.done));
        for (std::size_t i = 0; i < types.size(); ++i) {
            if (differ(draft_, types[i], declared[i]))
                fail_at(types[i],
                        fmt::format("{} {} of '{}' is {} here, and {} where it is declared",
                                    words.what, i, name_, written(types[i]), written(declared[i])));
        }
    }

    void require_declared_elsewhere() const {
        bool found = false;
        std::vector<std::string> names;
        ir::for_each_within(draft_.module.top, [&](const ir::Operation& operation) {
            if (!is_function(operation)) return;
            const std::string_view name = symbol_name(draft_.text, operation);
            found = found || name == name_;
            names.emplace_back(name);
        });
        if (!found)
            call_.fail("callee", fmt::format("is '{}', which is not a function of the design{}",
                                             name_, base::suggestion(std::string{name_}, names)));
    }

    [[nodiscard]] std::string_view written(ir::Range type) const {
        return draft_.text.written(type);
    }
    [[noreturn]] void fail_at(ir::Range type, const std::string& message) const {
        draft_.text.fail(draft_.text[type.begin].at, message);
    }

    const Draft& draft_;
    const ir::Fields& call_;
    std::string_view name_;
};

}  // namespace

void check_call(const Draft& draft, const ir::Fields& call, const CallTypes& types,
                const std::vector<Value>& passed) {
    CallCheck{draft, call}.run(types, passed);
}

void check_object(const Draft& draft, const ir::Fields& operation, ir::Range type,
                  const Memref& object) {
    const auto written = memref_at(draft, type);
    if (!written || written->size() == object.size()) return;
    operation.fail("type", fmt::format("has {}; an object of the FIFO has {}",
                                       base::counted(written->size().count(), "byte"),
                                       base::counted(object.size().count(), "byte")));
}

void check_view(const Draft& draft, const ir::Fields& access, const Memref& object) {
    if (!access.has("type")) return;
    ir::Range type = access.range("type");
    while (!type.empty() && !draft.text[type.begin].is("->"))
        ++type.begin;
    if (!type.empty()) ++type.begin;
    check_object(draft, access, type, object);
}

namespace {

/// The words from the first known memref type on; empty if there is none.
ir::Range memref_in(const Draft& draft, ir::Range range) {
    while (!range.empty() && !memref_at(draft, range))
        ++range.begin;
    return range;
}

/// Checks that the memref.get_global `operation` has the type of `global`.
void check_global(const Draft& draft, const ir::Operation& operation, const ir::Operation& global) {
    const ir::Range here = memref_in(draft, operation.rest);
    const ir::Range there = memref_in(draft, global.rest);
    if (here.empty() || there.empty() || memref_at(draft, here) == memref_at(draft, there)) return;
    const ir::Text& text = draft.text;
    const auto written = [&](ir::Range type) {
        const bool named = text[type.begin].is("!");
        return text.written(
            {type.begin, (named ? type.begin + 1 : text[type.begin + 1].partner) + 1});
    };
    text.fail(text[here.begin].at,
              fmt::format("memref.get_global has type {}; the memref.global at {} has type {}",
                          written(here), text.place(global.at), written(there)));
}

}  // namespace

const ir::Operation& global_of(const Draft& draft, const ir::Operation& operation) {
    std::uint32_t i = operation.rest.begin;
    while (i < operation.rest.end && draft.text[i].kind != ir::Kind::Symbol)
        ++i;
    if (i == operation.rest.end)
        draft.text.fail(operation.at, "memref.get_global without the name of a memref.global");
    const ir::Token& name = draft.text[i];
    if (const auto found = draft.globals.find(name.text); found != draft.globals.end()) {
        check_global(draft, operation, *found->second);
        return *found->second;
    }
    std::vector<std::string> names;
    for (const auto& [known, global] : draft.globals)
        names.emplace_back(known);
    draft.text.fail(name.at, fmt::format("'{}' is not a memref.global of the device{}", name.text,
                                         base::suggestion(std::string{name.text}, names)));
}

namespace {

/// Values of bodies that lowering/called_bodies.cpp has put into calls. Their names are not in the
/// user's text.
std::set<std::string_view> values_of_called_bodies(const ir::Text& text, const ir::Region& device) {
    std::set<std::string_view> values;
    ir::for_each_within(device, [&](const ir::Operation& operation) {
        if (!operation.is("func.call")) return;
        for (const ir::Region& body : operation.regions)
            values.merge(ir::defined_values(text, body));
    });
    return values;
}

}  // namespace

void check_values(const Draft& draft, const ir::Region& device) {
    const std::set<std::string_view> defined = ir::defined_values(draft.text, draft.module);
    const auto fail = [&](const ir::Token& token) {
        std::vector<std::string> names;
        // Suggestions are useless for numbers: "%7" is as near to "%1" as to any other.
        const bool numbered = std::isdigit(static_cast<unsigned char>(token.text.front())) != 0;
        const std::set<std::string_view> made = values_of_called_bodies(draft.text, device);
        for (const std::string_view name : numbered ? std::set<std::string_view>{} : defined)
            if (!made.contains(name)) names.push_back(ir::as_written(fmt::format("%{}", name)));
        draft.text.fail(token.at,
                        fmt::format("'%{}' is not a value of the design{}", token.text,
                                    base::suggestion(fmt::format("%{}", token.text), names)));
    };
    for (const ir::Operation& operation : device.operations()) {
        if (!operation.is("aie.core")) continue;
        for (std::uint32_t i = operation.rest.begin; i < operation.rest.end; ++i) {
            const ir::Token& token = draft.text[i];
            if (token.kind == ir::Kind::Value &&
                !defined.contains(token.text.substr(0, token.text.find('#'))))
                fail(token);
        }
    }
}

}  // namespace xdnasim::design

// Object FIFOs in a core's code.

#include <fmt/format.h>

#include "workloads/design/acquired.hpp"
#include "workloads/design/interpreter/compiler.hpp"

namespace xdnasim::design::interpreter {

/// Sets result `number` of an acquire, "%v#1" or "%b" of "%a, %b", to an object of the slot `view`.
void Compiler::object_of(int view, std::size_t number, const ir::Operation& acquire) {
    const std::vector<std::string_view>& names = acquire.results;
    if (names.empty()) return;
    Instruction instruction = made(Kind::ObjectAt, acquire);
    instruction.sources = {view};
    instruction.number = static_cast<std::int64_t>(number);
    const bool named = number < names.size();
    instruction.target =
        define(named ? std::string{names[number]} : fmt::format("{}#{}", names.front(), number));
    add(std::move(instruction));
}

bool Compiler::object_fifo(const ir::Operation& operation) {
    if (!operation.is("aie.objectfifo.acquire") && !operation.is("aie.objectfifo.release") &&
        !operation.is("aie.objectfifo.subview.access"))
        return false;
    const ir::Fields fields = draft_.fields(operation);
    if (operation.is("aie.objectfifo.subview.access")) {
        Instruction instruction = made(Kind::ObjectAt, operation);
        instruction.sources = {use(fields.value("subview"), operation.at)};
        instruction.number =
            ir::integer_at(text_, ir::inside(text_, fields.range("index")), nullptr).value_or(0);
        instruction.target = result(operation);
        add(std::move(instruction));
        return true;
    }
    const std::string_view port = fields.token("port").text;
    const bool produces = port == "Produce" || port == "0";
    const bool takes = operation.is("aie.objectfifo.acquire");
    Instruction instruction = made(takes ? Kind::TakeObjects : Kind::GiveObjects, operation);
    const Acquired given = takes ? acquired(fields, draft_.module.aliases, kMaxCount) : Acquired{};
    instruction.number = takes ? given.count : fields.small("size", 1, kMaxCount);
    for (std::size_t i = 0; i < sides_.size(); ++i) {
        const FifoEnd& end = draft_.fifo_ends[sides_[i]];
        if (end.fifo != fields.symbol("objFifo_name") || end.produces != produces) continue;
        instruction.to = i;
        if (takes) instruction.target = given.types.empty() ? result(operation) : fresh();
        const int view = instruction.target;
        add(std::move(instruction));
        for (std::size_t object = 0; object < given.types.size(); ++object)
            object_of(view, object, operation);
        return true;
    }
    unknown(operation.at, "this object FIFO does not belong to the core");
    return true;
}

}  // namespace xdnasim::design::interpreter

// Object FIFOs in a core's code.

#include "workloads/design/interpreter/compiler.hpp"

namespace xdnasim::design::interpreter {

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
    instruction.number = fields.small("size", 1, kMaxCount);
    for (std::size_t i = 0; i < sides_.size(); ++i) {
        const FifoEnd& end = draft_.fifo_ends[sides_[i]];
        if (end.fifo != fields.symbol("objFifo_name") || end.produces != produces) continue;
        instruction.to = i;
        if (takes) instruction.target = result(operation);
        add(std::move(instruction));
        return true;
    }
    unknown(operation.at, "an object FIFO that is not the core's");
    return true;
}

}  // namespace xdnasim::design::interpreter

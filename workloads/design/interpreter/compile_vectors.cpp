// Vectors and object FIFOs in a core's code.

#include <array>

#include <fmt/format.h>

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

void Compiler::vector(const ir::Operation& operation) {
    const auto names = operands(operation);
    const ir::Range types = types_of(operation);
    Instruction instruction = made(Kind::Broadcast, operation);
    instruction.target = result(operation);
    for (const std::string_view name : names)
        instruction.sources.push_back(use(name, operation.at));
    // The lane is in square brackets: "vector.extract %v[3] : i32 from vector<16xi32>".
    for (std::uint32_t i = operation.rest.begin; i < types.begin; ++i)
        if (text_[i].is("[")) instruction.number = ir::whole_number(text_[i + 1]).value_or(0);
    ir::Range last = types;
    for (std::uint32_t i = types.begin; i < types.end; ++i)
        if (text_[i].is("to") || text_[i].is("into")) last.begin = i + 1;
    const auto from = type_at(types);
    const auto to = type_at(last);
    if ((operation.is("vector.broadcast") || operation.is("vector.splat")) && to &&
        names.size() == 1)
        instruction.lanes = to->lanes;
    else if (operation.is("vector.extract") && names.size() == 1 && from && from->lanes == 0)
        instruction.kind = Kind::Extract;
    else if (operation.is("vector.insert") && names.size() == 2)
        instruction.kind = Kind::Insert;
    else if (operation.is("vector.shape_cast") && names.size() == 1)
        instruction.kind = Kind::Move;
    else if (operation.is("vector.reduction") && !names.empty() && to) {
        constexpr std::array<std::array<std::string_view, 3>, 6> kReductions{
            {{"add", "arith.addi", "arith.addf"},
             {"mul", "arith.muli", "arith.mulf"},
             {"minsi", "arith.minsi", ""},
             {"maxsi", "arith.maxsi", ""},
             {"minimumf", "", "arith.minimumf"},
             {"maximumf", "", "arith.maximumf"}}};
        const std::string_view kind = text_[operation.rest.begin + 1].text;
        instruction.kind = Kind::Reduce;
        instruction.types = {to->element, to->element};
        for (const auto& [name, whole, real] : kReductions)
            if (name == kind)
                if (const auto* function = function_called(to->element.floats() ? real : whole))
                    instruction.function = function->function;
        if (instruction.function == nullptr)
            return unknown(operation.at,
                           fmt::format("vector.reduction <{}> is not computed on data", kind));
    } else {
        return unknown(operation.at, fmt::format("{} is not computed on data", operation.name));
    }
    add(std::move(instruction));
}

}  // namespace xdnasim::design::interpreter

// Every limit of the validator is exact: its last allowed value passes, the next one is a breach.

#include <functional>
#include <ostream>

#include "test/workloads/schedule/validation_fixture.hpp"

namespace xdnasim::schedule::test {
namespace {

using arch::Bytes;
using arch::TileId;

constexpr TileId kMem{0, 1};
constexpr TileId kCore{0, 2};

Bd& bd(Schedule& schedule, TileId tile) {
    return bd_numbered(program_of(schedule, tile), 2);
}  // MM2S
Bd& shim_bd(Schedule& schedule) {
    return std::get<WriteBd>(schedule.sequence[0].op).bd;
}
PushTask& push(Schedule& schedule) {
    return std::get<PushTask>(schedule.sequence[1].op);
}

/// The MemTile's MM2S channel that sends to the core.
Channel& to_core(Schedule& schedule) {
    return channel_of(program_of(schedule, kMem), arch::Direction::MM2S, 0);
}

struct Limit {
    const char* name;
    std::int64_t allowed;
    std::int64_t beyond;
    std::function<void(Schedule&, std::int64_t)> set;
    const char* where;
    const char* what;
};

void PrintTo(const Limit& limit, std::ostream* out) {
    *out << limit.name;
}

Bytes words(std::int64_t count) {
    return arch::kWord * count;
}

std::vector<Dimension> dimensions(std::int64_t count) {
    return std::vector<Dimension>(static_cast<std::size_t>(count), {1, arch::kWord});
}

std::vector<Limit> bd_limits(const char* where, std::int64_t length, std::int64_t dimension_count,
                             std::int64_t wrap, std::int64_t step,
                             const std::function<Bd&(Schedule&)>& of) {
    return {
        {"length", length, length + 1,
         [of](Schedule& s, std::int64_t v) { of(s).length = words(v); }, where, "length in words"},
        {"dimensions", dimension_count, dimension_count + 1,
         [of](Schedule& s, std::int64_t v) { of(s).dimensions = dimensions(v); }, where,
         "number of dimensions"},
        {"wrap", wrap, wrap + 1,
         [of](Schedule& s, std::int64_t v) {
             of(s).dimensions = {{v, arch::kWord}, {1, {}}};
         },
         where, "size of dimension 0"},
        {"step", step, step + 1,
         [of](Schedule& s, std::int64_t v) {
             of(s).dimensions = {{1, {}}, {2, words(v)}};
         },
         where, "stride of dimension 1 in words"},
        {"iterations", 64, 65,
         [of](Schedule& s, std::int64_t v) {
             of(s).iteration = Iteration{static_cast<int>(v), arch::kWord};
         },
         where, "iteration size"},
        {"iteration_step", step, step + 1,
         [of](Schedule& s, std::int64_t v) {
             of(s).iteration = Iteration{2, words(v)};
         },
         where, "iteration stride in words"},
    };
}

Limit padding(std::size_t dimension, int allowed, bool before) {
    return {before ? "padding_before" : "padding_after",
            allowed,
            allowed + 1,
            [=](Schedule& s, std::int64_t v) {
                Bd& padded = bd(s, kMem);
                padded.dimensions = dimensions(4);
                padded.padding.resize(dimension + 1);
                (before ? padded.padding.back().before : padded.padding.back().after) =
                    static_cast<int>(v);
            },
            "mem tile (0,1) BD 2",
            before ? "zeros before dimension" : "zeros after dimension"};
}

template <class T>
std::function<void(Schedule&, std::int64_t)> assign(T& (*of)(Schedule&)) {
    return [of](Schedule& s, std::int64_t v) { of(s) = static_cast<T>(v); };
}

std::vector<Limit> lock_limits() {
    const auto acquired = assign(+[](Schedule& s) -> int& { return bd(s, kMem).acquire->value; });
    const auto released = assign(+[](Schedule& s) -> int& { return bd(s, kMem).release->value; });
    const auto by_core = assign(+[](Schedule& s) -> int& {
        TileProgram& core = program_of(s, kCore);
        return first_on_lock<Release>(body_calling(core.core, {0}),
                                      {kCore, lock_named(core, "in free").id})
            .value;
    });
    const auto id = [](TileId tile) {
        return [tile](Schedule& s, std::int64_t v) {
            s.find(tile)->locks.push_back({static_cast<int>(v), "more", 0});
        };
    };
    const auto initial = assign(
        +[](Schedule& s) -> int& { return lock_named(program_of(s, kMem), "in free").initial; });
    return {
        {"mem_locks", 63, 64, id(kMem), "mem tile (0,1) lock 64", "id is 64"},
        {"core_locks", 15, 16, id(kCore), "core (0,2) lock 16", "id is 16"},
        {"initial", 63, 64, initial, "mem tile (0,1) lock 0", "initial value is 64"},
        {"least_initial", 0, -1, initial, "mem tile (0,1) lock 0", "initial value is -1"},
        {"acquired", 63, 64, acquired, "mem tile (0,1) BD 2", "acquired value"},
        {"least_acquired", 1, 0, acquired, "mem tile (0,1) BD 2", "acquired value"},
        {"released", 63, 64, released, "mem tile (0,1) BD 2", "released value"},
        {"least_released", -64, -65, released, "mem tile (0,1) BD 2", "released value"},
        {"released_by_core", 63, 64, by_core, "core (0,2) op 4", "released value"},
    };
}

std::vector<Limit> number_limits() {
    const auto add_bd = [](TileId tile) {
        return [tile](Schedule& s, std::int64_t v) {
            Bd more;
            more.id = static_cast<int>(v);
            more.buffer = BufferRef{tile, 0};
            more.length = arch::kWord;
            s.find(tile)->bds.push_back(more);
        };
    };
    const auto header = [](int PacketHeader::*field) {
        return [field](Schedule& s, std::int64_t v) {
            bd(s, kMem).packet.emplace().*field = static_cast<int>(v);
        };
    };
    const auto tasks = [](Schedule& s, std::int64_t v) {
        to_core(s).tasks.assign(static_cast<std::size_t>(v), {.bd = 2});
    };
    return {
        {"mem_bds", 47, 48, add_bd(kMem), "mem tile (0,1) BD 48", "id is 48"},
        {"core_bds", 15, 16, add_bd(kCore), "core (0,2) BD 16", "id is 16"},
        {"packet_id", 31, 32, header(&PacketHeader::id), "mem tile (0,1) BD 2", "packet id is 32"},
        {"packet_type", 7, 8, header(&PacketHeader::type), "mem tile (0,1) BD 2", "packet type"},
        {"tasks", 5, 6, tasks, "mem tile (0,1) MM2S channel 0", "number of tasks is 6"},
        {"repeat", 255, 256,
         assign(+[](Schedule& s) -> int& { return to_core(s).tasks.at(0).repeat; }),
         "mem tile (0,1) MM2S channel 0", "repeat of a task is 256"},
        {"pushed_repeat", 255, 256, assign(+[](Schedule& s) -> int& { return push(s).repeat; }),
         "sequence op 1", "repeat is 256"},
        {"shim_channels", 1, 2, assign(+[](Schedule& s) -> int& { return push(s).channel; }),
         "sequence op 1", "MM2S channel is 2; allowed are 0 to 1"},
        {"mem_channels", 5, 6, assign(+[](Schedule& s) -> int& { return to_core(s).channel; }),
         "mem tile (0,1) MM2S channel 6", "MM2S channel is 6; allowed are 0 to 5"},
        {"flow_packet_id", 31, 32,
         [](Schedule& s, std::int64_t v) {
             flow_named(s, "to core").mode = FlowMode::Packet;
             flow_named(s, "to core").packet_id = static_cast<int>(v);
         },
         "flow 'to core'", "packet id is 32"},
        {"shift", 31, 32,
         [](Schedule& s, std::int64_t v) {
             using enum kernels::DataType;
             s.kernels.push_back({"mm",
                                  kernels::Matmul{Int8, Int8, Int8, 8, 8, 8, 8, 8, 8,
                                                  static_cast<int>(v), kernels::Rounding::Floor},
                                  std::nullopt});
         },
         "kernel 'mm'", "shift is 32"},
    };
}

std::vector<Limit> all_limits() {
    std::vector<Limit> all;
    const auto add = [&](const std::vector<Limit>& more) {
        all.insert(all.end(), more.begin(), more.end());
    };
    add(bd_limits("mem tile (0,1) BD 2", 131071, 4, 1023, 131072,
                  [](Schedule& s) -> Bd& { return bd(s, kMem); }));
    add(bd_limits("core (0,2) BD 2", 16383, 3, 255, 8192,
                  [](Schedule& s) -> Bd& { return bd(s, kCore); }));
    add(bd_limits("sequence op 0", 0xffff'ffff, 3, 1023, 1048576, shim_bd));
    add({padding(0, 63, true), padding(1, 31, true), padding(2, 15, true), padding(0, 63, false),
         padding(1, 31, false), padding(2, 15, false)});
    add(lock_limits());
    add(number_limits());
    return all;
}

class ValidateLimit : public Validation, public testing::WithParamInterface<Limit> {};

TEST_P(ValidateLimit, AllowsItsLastValue) {
    GetParam().set(schedule, GetParam().allowed);
    EXPECT_FALSE(has_breach(GetParam().where, GetParam().what));
}

TEST_P(ValidateLimit, IsBrokenByTheNextOne) {
    GetParam().set(schedule, GetParam().beyond);
    EXPECT_TRUE(has_breach(GetParam().where, GetParam().what));
}

INSTANTIATE_TEST_SUITE_P(Limits, ValidateLimit, testing::ValuesIn(all_limits()));

}  // namespace
}  // namespace xdnasim::schedule::test

#include "workloads/placement/choices.hpp"

namespace xdnasim::placement {

std::string to_string(LinkCounts choice) {
    return choice == LinkCounts::Device ? "device" : "paper";
}

std::string to_string(MemorySide choice) {
    return choice == MemorySide::West ? "west" : "east";
}

std::string to_string(LocksOf choice) {
    return choice == LocksOf::Buffers ? "buffers" : "object";
}

std::string to_string(LengthUnit choice) {
    return choice == LengthUnit::Hops ? "hops" : "stretches";
}

std::string to_string(TileSharing choice) {
    return choice == TileSharing::Single ? "single" : "shared";
}

std::string to_string(Neighbourhood choice) {
    switch (choice) {
        case Neighbourhood::Cross:
            return "cross";
        case Neighbourhood::Square:
            return "square";
        case Neighbourhood::Diagonal:
            break;
    }
    return "diagonal";
}

std::string to_string(StepSize choice) {
    return choice == StepSize::All ? "all" : "one";
}

}  // namespace xdnasim::placement

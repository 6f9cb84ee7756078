#include "workloads/placement/choices.hpp"

namespace xdnasim::placement {

std::string to_string(LinkCounts choice) {
    switch (choice) {
        case LinkCounts::Device:
            return "device";
        case LinkCounts::Paper:
            break;
    }
    return "paper";
}

std::string to_string(MemorySide choice) {
    switch (choice) {
        case MemorySide::West:
            return "west";
        case MemorySide::East:
            break;
    }
    return "east";
}

std::string to_string(LocksOf choice) {
    switch (choice) {
        case LocksOf::Buffers:
            return "buffers";
        case LocksOf::Object:
            break;
    }
    return "object";
}

std::string to_string(LengthUnit choice) {
    switch (choice) {
        case LengthUnit::Hops:
            return "hops";
        case LengthUnit::Stretches:
            break;
    }
    return "stretches";
}

std::string to_string(TileSharing choice) {
    switch (choice) {
        case TileSharing::Single:
            return "single";
        case TileSharing::Shared:
            break;
    }
    return "shared";
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
    switch (choice) {
        case StepSize::All:
            return "all";
        case StepSize::One:
            break;
    }
    return "one";
}

}  // namespace xdnasim::placement

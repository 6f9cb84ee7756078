#include "arch/generation.hpp"

namespace xdnasim::arch {

std::string to_string(Generation generation) {
    switch (generation) {
        case Generation::AieMl:
            return "aie-ml";
        case Generation::Aie2p:
            break;
    }
    return "aie2p";
}

}  // namespace xdnasim::arch

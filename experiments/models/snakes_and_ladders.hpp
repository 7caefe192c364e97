// kind = "snakes-and-ladders": dice alone decide; kind = "snakes-with-cards": so do cards in hand.
#pragma once

#include "experiments/run/kind.hpp"

namespace aleator {

ModelKind snakes_and_ladders_kind();
ModelKind snakes_with_cards_kind();

}  // namespace aleator

// [simulate] of snakes and ladders with cards: games by a policy, beside the exact answer.
#pragma once

#include "experiments/run/kind.hpp"

namespace aleator {

Task snakes_with_cards_simulate_task();

}  // namespace aleator

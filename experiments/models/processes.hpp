// Decision processes and chains given by rules, for comparing solvers and as examples with known answers.
#pragma once

#include <vector>

#include "experiments/run/kind.hpp"

namespace aleator {

/// garnet, grid, frozen-lake, gambler, gridworld, haddad-monmege, knuth-yao-die.
std::vector<ModelKind> process_kinds();

}  // namespace aleator

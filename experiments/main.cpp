#include "experiments/cli/command.hpp"

int main(int argc, char** argv) {
  return aleator::cli::main(argc, argv);
}

#include "experiments/cli/command.hpp"
#ifdef ALEATOR_MPI
#include "experiments/mpi/mpi_farm.hpp"
#endif

int main(int argc, char** argv) {
#ifdef ALEATOR_MPI
  return aleator::cli::main(argc, argv, aleator::find_mpi_farm);
#else
  return aleator::cli::main(argc, argv);
#endif
}

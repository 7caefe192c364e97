"""cmake --install gives a program, libraries and a package file that another project can use."""

import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

CONSUMER = {
    "CMakeLists.txt": """
cmake_minimum_required(VERSION 3.25)
project(consumer LANGUAGES C CXX)
find_package(aleator 0.1 REQUIRED COMPONENTS parallel)
add_executable(solve solve.cpp)
target_link_libraries(solve PRIVATE aleator::parallel)
find_package(aleator 0.1 REQUIRED)
add_executable(read read.cpp)
target_link_libraries(read PRIVATE aleator::experiments)
""",
    "solve.cpp": """
#include <cstdio>
#include "core/games/chutes/rules.hpp"
#include "core/mdp/methods/value_iteration.hpp"
#include "parallel/tbb_executor.hpp"
int main() {
  aleator::TbbExecutor executor(2);
  const auto mdp = aleator::build_sparse(aleator::Chutes({}));
  std::printf("%.6f\\n", aleator::value_iteration(mdp, {}, executor).value[0]);
}
""",
    "read.cpp": """
#include <cstdio>
#include "experiments/experiment.hpp"
int main(int, char** argv) {
  std::printf("%lld\\n", static_cast<long long>(aleator::read_experiment(argv[1], {}).sweep.size()));
}
""",
}


def run(*command):
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True)
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


class InstallTest(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)
        self.prefix = self.folder / "prefix"
        run("cmake", "--install", os.environ["ALEATOR_BUILD"], "--prefix", self.prefix)

    def test_the_installed_program_runs_an_installed_configuration(self):
        config = self.prefix / "share/aleator/configs/chutes_quickstart.toml"
        output = self.folder / "out.h5"
        run(self.prefix / "bin/aleator", "run", config, "-o", output, "-s", "simulate.games=1000")
        self.assertTrue(output.exists())

    def test_another_project_finds_the_package(self):
        source = self.folder / "consumer"
        source.mkdir()
        for name, text in CONSUMER.items():
            (source / name).write_text(text)
        build = self.folder / "build"
        run("cmake", "-S", source, "-B", build, "-G", "Ninja", f"-DCMAKE_PREFIX_PATH={self.prefix}",
            f"-DCMAKE_CXX_FLAGS={os.environ.get('ALEATOR_CXX_FLAGS', '')}")
        run("cmake", "--build", build)
        self.assertEqual(run(build / "solve"), "34.688675\n")
        config = self.prefix / "share/aleator/configs/chutes_discount.toml"
        self.assertEqual(run(build / "read", config), "150\n")


if __name__ == "__main__":
    unittest.main()

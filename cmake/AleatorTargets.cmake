# One way to declare the libraries, so that each layer is one short CMakeLists.txt.

# aleator_library(core): the static library aleator::core from every .cpp below the calling folder,
# less those given after EXCLUDE.
function(aleator_library layer)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "EXCLUDE")
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS *.cpp *.hpp)
  foreach(name IN LISTS arg_EXCLUDE)
    list(REMOVE_ITEM sources ${CMAKE_CURRENT_SOURCE_DIR}/${name})
  endforeach()
  add_library(aleator_${layer} STATIC ${sources})
  add_library(aleator::${layer} ALIAS aleator_${layer})
  set_target_properties(aleator_${layer} PROPERTIES EXPORT_NAME ${layer} LINKER_LANGUAGE CXX)
  target_compile_features(aleator_${layer} PUBLIC cxx_std_20)
  # Results must not depend on which expressions a compiler chooses to fuse.
  target_compile_options(aleator_${layer} PUBLIC -ffp-contract=off)
  target_include_directories(aleator_${layer} PUBLIC
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/aleator>)
  aleator_warnings(aleator_${layer})
endfunction()

function(aleator_warnings target)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion
    -Wnon-virtual-dtor -Woverloaded-virtual $<$<BOOL:${ALEATOR_WERROR}>:-Werror>)
endfunction()

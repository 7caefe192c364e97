# Writes OUTPUT from INPUT with what the checkout is at now; leaves it alone if nothing changed.
execute_process(COMMAND git describe --always --dirty --exclude=* --abbrev=12 WORKING_DIRECTORY ${SOURCE_DIR}
                OUTPUT_VARIABLE GIT_REVISION OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
if(NOT GIT_REVISION)
  set(GIT_REVISION unknown)
endif()
configure_file(${INPUT} ${OUTPUT} @ONLY)

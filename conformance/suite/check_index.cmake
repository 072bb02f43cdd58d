# Fails when the committed index of the specification is not what the specification and the vectors give.
execute_process(COMMAND ${KASSAY} coverage --vectors ${VECTORS} --markdown --out ${FRESH} RESULT_VARIABLE code)
if(code GREATER 1) # 1: a clause without a case, which conformance.coverage reports
  message(FATAL_ERROR "kassay coverage --markdown ended with ${code}.")
endif()
execute_process(COMMAND ${CMAKE_COMMAND} -E compare_files ${INDEX} ${FRESH} RESULT_VARIABLE different OUTPUT_QUIET ERROR_QUIET)
if(different)
  message(FATAL_ERROR "docs/specification.md is out of date. Renew it and commit it:\n"
                      "  build/bin/kassay coverage --markdown --out docs/specification.md")
endif()

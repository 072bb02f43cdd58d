# Fails when the committed pages of the specification are not what the specification and the vectors give.
file(REMOVE_RECURSE ${FRESH})
execute_process(COMMAND ${KASSAY} coverage --vectors ${VECTORS} --markdown --out ${FRESH} RESULT_VARIABLE code)
if(code GREATER 1) # 1: a clause without a case, which conformance.coverage reports
  message(FATAL_ERROR "kassay coverage --markdown ended with ${code}.")
endif()
file(GLOB committed RELATIVE ${INDEX} ${INDEX}/*)
file(GLOB fresh RELATIVE ${FRESH} ${FRESH}/*)
set(different "")
foreach(page ${committed} ${fresh})
  execute_process(COMMAND ${CMAKE_COMMAND} -E compare_files ${INDEX}/${page} ${FRESH}/${page} RESULT_VARIABLE differs OUTPUT_QUIET ERROR_QUIET)
  if(differs)
    list(APPEND different ${page})
  endif()
endforeach()
if(different)
  list(REMOVE_DUPLICATES different)
  list(JOIN different ", " pages)
  message(FATAL_ERROR "docs/specification is out of date: ${pages}. Renew it and commit it:\n"
                      "  build/bin/kassay coverage --markdown --out docs/specification\n"
                      "A page that this does not write is one to remove.")
endif()

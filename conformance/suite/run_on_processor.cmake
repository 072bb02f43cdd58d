# Runs the smoke tier of an interpreter on a processor that qemu emulates, and checks which level of the kernels it chose.
find_program(QEMU qemu-x86_64)
if(NOT QEMU)
  message(FATAL_ERROR "qemu-x86_64 is missing: install the package qemu-user (`./run test` does).")
endif()
# qemu emulates one process, not the processes that it starts: here, the worker.
execute_process(
  COMMAND ${KASSAY} run --backend "exec:${QEMU} -cpu ${PROCESSOR} ${WORKER} --backend ${BACKEND}" --tier smoke --vectors ${VECTORS}
          --out ${OUT} --overwrite --timeout 300
  RESULT_VARIABLE code ERROR_VARIABLE text)
if(NOT code EQUAL 0)
  message(FATAL_ERROR "The ${BACKEND} interpreter on ${PROCESSOR} ended with ${code}:\n${text}")
endif()
file(STRINGS ${OUT} header LIMIT_COUNT 1)
string(JSON device GET "${header}" header backend device)
set(expected "cpu")
if(BACKEND STREQUAL optimized)
  set(expected "cpu (${LEVEL}")  # and which OpenBLAS
endif()
string(FIND "${device}" "${expected}" place)
if(NOT place EQUAL 0)
  message(FATAL_ERROR "On ${PROCESSOR} the ${BACKEND} interpreter computed on \"${device}\" instead of \"${expected}\".")
endif()

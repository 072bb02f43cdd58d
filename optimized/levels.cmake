# The levels of the kernels: turns KASSAY_LEVELS into a list of names, and states how each is compiled.
set(KASSAY_X86_64 OFF)
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64)$")
  set(KASSAY_X86_64 ON)
  set(march_baseline x86-64)
  set(march_avx2 x86-64-v3) # AVX2, FMA, F16C, BMI: from 2013 on
  set(march_avx512 x86-64-v4) # AVX-512 F, BW, CD, DQ, VL: from 2017 on
  set(all_levels baseline avx2 avx512)
elseif(CMAKE_SYSTEM_PROCESSOR STREQUAL aarch64)
  set(march_baseline armv8-a) # with NEON
  set(all_levels baseline)
else()
  message(FATAL_ERROR "kassay has no kernels for ${CMAKE_SYSTEM_PROCESSOR}: build on x86-64 or 64-bit Arm.")
endif()
set(march_native native)
if(CMAKE_CROSSCOMPILING)
  set(march_native ${march_baseline}) # this machine has another processor
endif()

# Asks the processor, since a container may lack /proc.
function(find_best_level)
  if(DEFINED KASSAY_BEST_LEVEL)
    return()
  endif()
  set(source ${CMAKE_CURRENT_BINARY_DIR}/best_level.cpp)
  file(WRITE ${source} "#include <cstdio>
int main() {
  __builtin_cpu_init();
  std::puts(__builtin_cpu_supports(\"avx512bw\") && __builtin_cpu_supports(\"avx512vl\") && __builtin_cpu_supports(\"avx512dq\")
                ? \"avx512\" : __builtin_cpu_supports(\"avx2\") && __builtin_cpu_supports(\"fma\") ? \"avx2\" : \"baseline\");
}
")
  try_run(ran compiled ${CMAKE_CURRENT_BINARY_DIR} ${source} RUN_OUTPUT_VARIABLE printed)
  if(NOT ran EQUAL 0)
    message(FATAL_ERROR "The program that finds the level of this processor did not run: set the levels with -DKASSAY_LEVELS=all.")
  endif()
  string(STRIP "${printed}" printed)
  set(KASSAY_BEST_LEVEL ${printed} CACHE INTERNAL "The best level of the processor that builds")
endfunction()

# The sanitizers look for faults in the sources, which all levels share: one level is enough.
if(KASSAY_SANITIZE)
  set(KASSAY_LEVELS native)
elseif(KASSAY_LEVELS STREQUAL "all" OR all_levels STREQUAL "baseline")
  set(KASSAY_LEVELS ${all_levels})
elseif(NOT KASSAY_LEVELS)
  find_best_level()
  set(KASSAY_LEVELS baseline ${KASSAY_BEST_LEVEL})
  list(REMOVE_DUPLICATES KASSAY_LEVELS)
endif()
foreach(level ${KASSAY_LEVELS})
  if(NOT level IN_LIST all_levels AND NOT KASSAY_LEVELS STREQUAL "native")
    message(FATAL_ERROR "KASSAY_LEVELS has \"${level}\": choose from ${all_levels}, or set it to all or native.")
  endif()
endforeach()
# Programs choose the best level that the processor has, and need one that every processor has.
if(NOT KASSAY_LEVELS STREQUAL "native" AND NOT "baseline" IN_LIST KASSAY_LEVELS)
  message(FATAL_ERROR "KASSAY_LEVELS is \"${KASSAY_LEVELS}\": add baseline, which runs everywhere.")
endif()

# Packages have every level. Only programs with all levels are tested for effects of one level on another.
if(KASSAY_LEVELS STREQUAL all_levels)
  set(KASSAY_HAS_ALL_LEVELS ON)
endif()

# No -ffast-math: special values matter, and linking with it would flush subnormals in the whole process.
# Where there is a better level, baseline has to be right, not fast. Other levels need -O3: without it reductions take up to four times as
# long. Under the sanitizers -O3 takes twice as long to compile as -O1, and they look at the same sources.
function(kassay_level_options target level)
  set(optimization -O3)
  list(GET all_levels -1 best)
  if(level STREQUAL baseline AND NOT best STREQUAL baseline)
    set(optimization -O1)
  elseif(KASSAY_SANITIZE)
    set(optimization)
  endif()
  target_compile_options(${target} PRIVATE ${optimization} -march=${march_${level}} -fopenmp-simd -fno-math-errno -fno-trapping-math)
endfunction()

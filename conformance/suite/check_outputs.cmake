# Fails if the outputs of the two interpreters differ by more than two right answers can.
file(REMOVE_RECURSE ${FOLDER})
file(MAKE_DIRECTORY ${FOLDER})
foreach(backend reference optimized)
  execute_process(
    COMMAND ${KASSAY} run --backend ${backend} --tier smoke activation/* --vectors ${VECTORS} --out ${FOLDER}/${backend}.jsonl
            --keep-outputs ${FOLDER}/${backend} COMMAND_ERROR_IS_FATAL ANY)
endforeach()
execute_process(COMMAND ${KASSAY} diff --outputs ${FOLDER}/reference ${FOLDER}/optimized --vectors ${VECTORS} COMMAND_ERROR_IS_FATAL ANY)

# Makes the Debian package, unpacks it, and runs what is in it.
include(${CMAKE_CURRENT_LIST_DIR}/installed.cmake)

get_filename_component(programs ${CMAKE_COMMAND} DIRECTORY)
# Not compressed: that takes longer than all the rest, and is not what is tested.
expect_exit(0 ${programs}/cpack --config ${BUILD}/CPackConfig.cmake -B ${FOLDER}/package -D CPACK_DEBIAN_COMPRESSION_TYPE=none)
file(GLOB package ${FOLDER}/package/kassay_*.deb)
expect_exit(0 dpkg-deb -f ${package} Depends)
expect_match("libyaml-cpp" "${output}")
expect_exit(0 dpkg-deb -x ${package} ${FOLDER}/unpacked)
set(kassay ${FOLDER}/unpacked/usr/bin/kassay)
expect_exit(0 ${kassay} list functions --json)
expect_match("\"softmax\"" "${output}")
foreach(backend reference optimized)
  expect_exit(0 ${kassay} run --backend ${backend} --tier smoke --out ${FOLDER}/${backend}.jsonl --overwrite softmax)
  expect_match("No failure in the part that was run" "${output}")
endforeach()
expect_exit(0 ${kassay} report ${FOLDER}/reference.jsonl --out ${FOLDER}/report.html)

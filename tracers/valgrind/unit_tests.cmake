# Unit tests of those sources of the tool that need nothing of Valgrind's: sanitized, too, as the tool
# itself is not.
if(HPCAST_TESTS AND HPCAST_UNIT_TESTS)
  set(sources memory_for_tests.cc)
  foreach(tested flags instruction look_code waiting_loop)
    list(APPEND sources ${tested}.cc ${tested}_test.cc)
  endforeach()
  list(TRANSFORM sources PREPEND ${CMAKE_CURRENT_LIST_DIR}/)
  add_executable(valgrind_tool_test ${sources})
  target_compile_options(valgrind_tool_test PRIVATE -O0)
  target_link_libraries(valgrind_tool_test PRIVATE hpcast_blocks GTest::gtest_main)
  gtest_discover_tests(valgrind_tool_test TEST_PREFIX "valgrind." DISCOVERY_TIMEOUT 600)
endif()

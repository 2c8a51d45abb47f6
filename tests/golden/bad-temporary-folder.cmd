# Valgrind would try for long, and fail in its own words.
TMPDIR=/nonexistent hpcast memory i7-7700k --tracer valgrind -- true

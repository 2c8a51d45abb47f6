/* What opari2's output includes for #pragma pomp inst. */
#include <opari2/pomp2_lib.h>

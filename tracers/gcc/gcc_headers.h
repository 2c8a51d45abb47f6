// What the plugin's sources use of GCC, in the order that GCC's headers want, behind the C++
// library's and hpcast's.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "hpcast/inputs/blocks/description.h"

// clang-format off
#include "gcc-plugin.h"
#include "plugin-version.h"
#include "tree.h"
#include "gimple.h"
#include "gimple-iterator.h"
#include "tree-pass.h"
#include "context.h"
#include "ssa.h"
#include "cfgloop.h"
#include "tree-scalar-evolution.h"
#include "tree-ssa-loop.h"
#include "tree-ssa-loop-niter.h"
#include "tree-ssa-loop-ivopts.h"
#include "tree-chrec.h"
#include "cfganal.h"
#include "tree-cfg.h"
#include "tree-into-ssa.h"
#include "tree-eh.h"
#include "except.h"
#include "gimplify.h"
#include "gimplify-me.h"
#include "fold-const.h"
#include "stor-layout.h"
#include "stringpool.h"
#include "attribs.h"
#include "output.h"
#include "function.h"
#include "target.h"
#include "tm_p.h"
#include "predict.h"
#include "builtins.h"
#include "internal-fn.h"
#include "tree-ssa-address.h"
#include "tree-dfa.h"
#include "cgraph.h"
#include "rtl.h"
#include "rtl-iter.h"
#include "memmodel.h"
#include "emit-rtl.h"
#include "df.h"
#include "insn-config.h"
#include "regs.h"
#include "recog.h"
#include "insn-attr.h"
#include "function-abi.h"
#include "diagnostic-core.h"
// clang-format on

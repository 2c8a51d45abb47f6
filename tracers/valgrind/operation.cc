// SPDX-License-Identifier: GPL-2.0-or-later
#include "operation.h"

#define HPCAST_ARITHMETIC(elements) \
  case Iop_Add##elements:           \
  case Iop_Sub##elements:           \
  case Iop_Mul##elements:           \
  case Iop_Div##elements:           \
  case Iop_Sqrt##elements:          \
  case Iop_Max##elements:           \
  case Iop_Min##elements
#define HPCAST_ESTIMATES(elements) \
  case Iop_RecipEst##elements:     \
  case Iop_RSqrtEst##elements

namespace hpcast::tracer {

FloatOperation float_operation(IROp op) {
  switch (op) {
    HPCAST_ARITHMETIC(64F0x2) : return {1, true, true};
    HPCAST_ARITHMETIC(32F0x4) : HPCAST_ESTIMATES(32F0x4) : return {1, false, true};
    HPCAST_ARITHMETIC(64Fx2) : return {2, true, false};
    HPCAST_ARITHMETIC(32Fx4) : HPCAST_ESTIMATES(32Fx4) : return {4, false, false};
    HPCAST_ARITHMETIC(64Fx4) : return {4, true, false};
    HPCAST_ARITHMETIC(32Fx8) : HPCAST_ESTIMATES(32Fx8) : return {8, false, false};
    case Iop_MAddF64:
    case Iop_MSubF64:
      return {2, true, true};
    case Iop_MAddF32:
    case Iop_MSubF32:
      return {2, false, true};
    // The x87 unit's; whatever else is done on single elements is a vector operation above.
    case Iop_AddF64:
    case Iop_SubF64:
    case Iop_MulF64:
    case Iop_DivF64:
    case Iop_SqrtF64:
      return {1, true, true};
    default:
      return {};
  }
}

unsigned integer_elements(IROp op) {
  switch (op) {
    case Iop_Abs64x2:
    case Iop_Add64x2:
    case Iop_Avg64Sx2:
    case Iop_Avg64Ux2:
    case Iop_CmpEQ64x2:
    case Iop_CmpGT64Sx2:
    case Iop_CmpGT64Ux2:
    case Iop_Max64Sx2:
    case Iop_Max64Ux2:
    case Iop_Min64Sx2:
    case Iop_Min64Ux2:
    case Iop_QAdd64Sx2:
    case Iop_QAdd64Ux2:
    case Iop_QSub64Sx2:
    case Iop_QSub64Ux2:
    case Iop_SarN64x2:
    case Iop_ShlN64x2:
    case Iop_ShrN64x2:
    case Iop_Sub64x2:
      return 2;
    case Iop_Abs32x4:
    case Iop_Add32x4:
    case Iop_Add64x4:
    case Iop_Avg32Sx4:
    case Iop_Avg32Ux4:
    case Iop_CmpEQ32x4:
    case Iop_CmpEQ64x4:
    case Iop_CmpGT32Sx4:
    case Iop_CmpGT32Ux4:
    case Iop_CmpGT64Sx4:
    case Iop_Max32Sx4:
    case Iop_Max32Ux4:
    case Iop_Min32Sx4:
    case Iop_Min32Ux4:
    case Iop_Mul32x4:
    case Iop_MulHi32Sx4:
    case Iop_MulHi32Ux4:
    case Iop_QAdd32Sx4:
    case Iop_QAdd32Ux4:
    case Iop_QSub32Sx4:
    case Iop_QSub32Ux4:
    case Iop_SarN32x4:
    case Iop_ShlN32x4:
    case Iop_ShlN64x4:
    case Iop_ShrN32x4:
    case Iop_ShrN64x4:
    case Iop_Sub32x4:
    case Iop_Sub64x4:
      return 4;
    case Iop_Abs16x8:
    case Iop_Add16x8:
    case Iop_Add32x8:
    case Iop_Avg16Sx8:
    case Iop_Avg16Ux8:
    case Iop_CmpEQ16x8:
    case Iop_CmpEQ32x8:
    case Iop_CmpGT16Sx8:
    case Iop_CmpGT16Ux8:
    case Iop_CmpGT32Sx8:
    case Iop_Max16Sx8:
    case Iop_Max16Ux8:
    case Iop_Max32Sx8:
    case Iop_Max32Ux8:
    case Iop_Min16Sx8:
    case Iop_Min16Ux8:
    case Iop_Min32Sx8:
    case Iop_Min32Ux8:
    case Iop_Mul16x8:
    case Iop_Mul32x8:
    case Iop_MulHi16Sx8:
    case Iop_MulHi16Ux8:
    case Iop_QAdd16Sx8:
    case Iop_QAdd16Ux8:
    case Iop_QSub16Sx8:
    case Iop_QSub16Ux8:
    case Iop_SarN16x8:
    case Iop_SarN32x8:
    case Iop_ShlN16x8:
    case Iop_ShlN32x8:
    case Iop_ShrN16x8:
    case Iop_ShrN32x8:
    case Iop_Sub16x8:
    case Iop_Sub32x8:
      return 8;
    case Iop_Abs8x16:
    case Iop_Add16x16:
    case Iop_Add8x16:
    case Iop_Avg16Ux16:
    case Iop_Avg8Sx16:
    case Iop_Avg8Ux16:
    case Iop_CmpEQ16x16:
    case Iop_CmpEQ8x16:
    case Iop_CmpGT16Sx16:
    case Iop_CmpGT8Sx16:
    case Iop_CmpGT8Ux16:
    case Iop_Max16Sx16:
    case Iop_Max16Ux16:
    case Iop_Max8Sx16:
    case Iop_Max8Ux16:
    case Iop_Min16Sx16:
    case Iop_Min16Ux16:
    case Iop_Min8Sx16:
    case Iop_Min8Ux16:
    case Iop_Mul16x16:
    case Iop_Mul8x16:
    case Iop_MulHi16Sx16:
    case Iop_MulHi16Ux16:
    case Iop_MulHi8Sx16:
    case Iop_MulHi8Ux16:
    case Iop_QAdd16Sx16:
    case Iop_QAdd16Ux16:
    case Iop_QAdd8Sx16:
    case Iop_QAdd8Ux16:
    case Iop_QSub16Sx16:
    case Iop_QSub16Ux16:
    case Iop_QSub8Sx16:
    case Iop_QSub8Ux16:
    case Iop_SarN16x16:
    case Iop_SarN8x16:
    case Iop_ShlN16x16:
    case Iop_ShlN8x16:
    case Iop_ShrN16x16:
    case Iop_ShrN8x16:
    case Iop_Sub16x16:
    case Iop_Sub8x16:
      return 16;
    case Iop_Add8x32:
    case Iop_Avg8Ux32:
    case Iop_CmpEQ8x32:
    case Iop_CmpGT8Sx32:
    case Iop_Max8Sx32:
    case Iop_Max8Ux32:
    case Iop_Min8Sx32:
    case Iop_Min8Ux32:
    case Iop_QAdd8Sx32:
    case Iop_QAdd8Ux32:
    case Iop_QSub8Sx32:
    case Iop_QSub8Ux32:
    case Iop_Sub8x32:
      return 32;
    default:
      return 0;
  }
}

}  // namespace hpcast::tracer

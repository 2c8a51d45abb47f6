// What the slicer uses of Clang, in our namespace by its own names.
#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/RecursiveASTVisitor.h>
#include <clang/AST/StmtCXX.h>
#include <clang/Analysis/CFG.h>
#include <clang/Frontend/ASTUnit.h>
#include <clang/Lex/Lexer.h>

namespace hpcast::slicer {
using namespace clang;  // NOLINT: its classes are this program's vocabulary
}

/* Included before the source, and by Clang before everything. The sources shall compile as if the
   sanitizer whose instrumentation hpcast-cc borrows were not there: it must neither be recognised
   nor be kept out of functions. */
#ifndef HPCAST_FIRST_H
#define HPCAST_FIRST_H
#if defined(__GNUC__) && !defined(__ASSEMBLER__)
#pragma GCC system_header

/* Functions that are exempt from ThreadSanitizer, in any spelling, are exempt from AddressSanitizer
   instead, which the wrappers refuse. */
#define no_sanitize(...) no_sanitize("address")
#define __no_sanitize__(...) __no_sanitize__("address")
#define no_sanitize_thread no_sanitize_address
#define __no_sanitize_thread__ __no_sanitize_address__

#ifdef __clang__
#define disable_sanitizer_instrumentation no_sanitize("address")
#define __disable_sanitizer_instrumentation__ __no_sanitize__("address")

/* __has_feature without thread_sanitizer. The original cannot be called any more: __has_extension
   takes its place, less what is an extension, but no feature, of the language that is compiled. */
#define HPCAST_NO_thread_sanitizer ~, 0
#define HPCAST_NO___thread_sanitizer__ ~, 0
#if !__has_feature(c_alignas)
#define HPCAST_NO_c_alignas ~, 0
#endif
#if !__has_feature(c_alignof)
#define HPCAST_NO_c_alignof ~, 0
#endif
#if !__has_feature(c_atomic)
#define HPCAST_NO_c_atomic ~, 0
#endif
#if !__has_feature(c_generic_selections)
#define HPCAST_NO_c_generic_selections ~, 0
#endif
#if !__has_feature(c_static_assert)
#define HPCAST_NO_c_static_assert ~, 0
#endif
#if !__has_feature(c_thread_local)
#define HPCAST_NO_c_thread_local ~, 0
#endif
#if !__has_feature(cxx_atomic)
#define HPCAST_NO_cxx_atomic ~, 0
#endif
#if !__has_feature(cxx_attributes_on_using_declarations)
#define HPCAST_NO_cxx_attributes_on_using_declarations ~, 0
#endif
#if !__has_feature(cxx_binary_literals)
#define HPCAST_NO_cxx_binary_literals ~, 0
#endif
#if !__has_feature(cxx_default_function_template_args)
#define HPCAST_NO_cxx_default_function_template_args ~, 0
#endif
#if !__has_feature(cxx_deleted_functions)
#define HPCAST_NO_cxx_deleted_functions ~, 0
#endif
#if !__has_feature(cxx_explicit_conversions)
#define HPCAST_NO_cxx_explicit_conversions ~, 0
#endif
#if !__has_feature(cxx_fixed_enum)
#define HPCAST_NO_cxx_fixed_enum ~, 0
#endif
#if !__has_feature(cxx_init_captures)
#define HPCAST_NO_cxx_init_captures ~, 0
#endif
#if !__has_feature(cxx_inline_namespaces)
#define HPCAST_NO_cxx_inline_namespaces ~, 0
#endif
#if !__has_feature(cxx_local_type_template_args)
#define HPCAST_NO_cxx_local_type_template_args ~, 0
#endif
#if !__has_feature(cxx_nonstatic_member_init)
#define HPCAST_NO_cxx_nonstatic_member_init ~, 0
#endif
#if !__has_feature(cxx_override_control)
#define HPCAST_NO_cxx_override_control ~, 0
#endif
#if !__has_feature(cxx_range_for)
#define HPCAST_NO_cxx_range_for ~, 0
#endif
#if !__has_feature(cxx_reference_qualified_functions)
#define HPCAST_NO_cxx_reference_qualified_functions ~, 0
#endif
#if !__has_feature(cxx_rvalue_references)
#define HPCAST_NO_cxx_rvalue_references ~, 0
#endif
#if !__has_feature(cxx_variable_templates)
#define HPCAST_NO_cxx_variable_templates ~, 0
#endif
#if !__has_feature(cxx_variadic_templates)
#define HPCAST_NO_cxx_variadic_templates ~, 0
#endif
#if !__has_feature(gnu_asm)
#define HPCAST_NO_gnu_asm ~, 0
#endif
#if !__has_feature(gnu_asm_goto_with_outputs)
#define HPCAST_NO_gnu_asm_goto_with_outputs ~, 0
#endif
#if !__has_feature(matrix_types_scalar_division)
#define HPCAST_NO_matrix_types_scalar_division ~, 0
#endif
#if !__has_feature(objc_c_static_assert)
#define HPCAST_NO_objc_c_static_assert ~, 0
#endif
#if !__has_feature(overloadable_unmarked)
#define HPCAST_NO_overloadable_unmarked ~, 0
#endif
#if !__has_feature(pragma_clang_attribute_external_declaration)
#define HPCAST_NO_pragma_clang_attribute_external_declaration ~, 0
#endif
#if !__has_feature(pragma_clang_attribute_namespaces)
#define HPCAST_NO_pragma_clang_attribute_namespaces ~, 0
#endif
#if !__has_feature(statement_attributes_with_gnu_syntax)
#define HPCAST_NO_statement_attributes_with_gnu_syntax ~, 0
#endif
/* 0 where HPCAST_NO_name is defined, as "~, 0"; no word is left for -Wundef to complain about. Once
   with the name as it stands, once with what it is a macro for. */
#define HPCAST_SECOND(first, second, ...) second
#define HPCAST_UNLESS(...) HPCAST_SECOND(__VA_ARGS__, 1, 1)
#define HPCAST_UNLESS_EXPANDED(name) HPCAST_UNLESS(HPCAST_NO_##name)
#define __has_feature(name) \
  (HPCAST_UNLESS(HPCAST_NO_##name) && HPCAST_UNLESS_EXPANDED(name) && __has_extension(name))
#endif

#endif
#endif

/* The parts of the grammar: each function reads what its name says, where it stands, and gives the
 * node. */
#ifndef JAVASCRIPT_GRAMMAR_H
#define JAVASCRIPT_GRAMMAR_H

#include "javascript/parser.h"

/* expression.c */
struct js_node *parse_expression(struct parser *p);
struct js_node *parse_assignment(struct parser *p);
struct js_node *parse_unary(struct parser *p);
struct js_node *parse_left_hand_side(struct parser *p);
struct js_node *parse_template(struct parser *p);
void parse_to_pattern(struct parser *p, struct js_node *node);
void parse_mark_written(struct js_node *target);
struct js_node *parse_binding(struct parser *p);      /* name, [..] or {..} of a declaration */
struct js_node *parse_binding_name(struct parser *p); /* only a name */
bool word_is_reserved(const struct token *token);
struct js_node *parse_property_key(struct parser *p, uint16_t *flags);
struct js_node *parse_arguments(struct parser *p);
void check_await(struct parser *p, uint32_t start);

/* function.c */
enum function_form { FORM_PLAIN, FORM_METHOD, FORM_GETTER, FORM_SETTER, FORM_CONSTRUCTOR };
/* Declarations have a name, except where they are exported as the default. */
enum definition { AS_EXPRESSION, AS_DECLARATION, AS_DEFAULT_EXPORT };
struct js_node *parse_function(struct parser *p, enum definition as);
struct js_node *parse_method(struct parser *p, uint32_t start, enum function_form form,
                             bool is_async, bool is_generator);
struct js_node *parse_arrow(struct parser *p, uint32_t start, bool is_async);
struct js_node *parse_arrow_of_name(struct parser *p, const struct token *name, uint32_t start,
                                    bool is_async);
struct js_node *parse_class(struct parser *p, enum definition as);
struct js_node *parse_static_block(struct parser *p, uint32_t start);
bool arrow_follows(struct parser *p); /* at "(" */

/* statement.c */
struct js_node *parse_statement(struct parser *p);
struct js_node *parse_statements(struct parser *p, enum js_op end);
struct js_node *parse_block(struct parser *p);
struct js_node *parse_var(struct parser *p, enum js_op op);
struct js_node *parse_export(struct parser *p);
struct js_node *parse_import(struct parser *p);

/* typescript.c */
void skip_type(struct parser *p);
void skip_type_annotation(struct parser *p); /* ": T" where it stands */
void skip_return_type(struct parser *p);
void skip_arrow_return_type(struct parser *p);
bool at_flow_word(const struct parser *p, const char *word);
void skip_type_parameters(struct parser *p);
void skip_variance(struct parser *p);       /* Flow: +x, -x */
bool skip_type_arguments(struct parser *p); /* only where they are arguments of a call */
void skip_type_list(struct parser *p);
void skip_type_argument_list(struct parser *p);
struct js_node *parse_typescript_statement(struct parser *p, bool exported); /* NULL: is none */
bool skip_modifiers(struct parser *p, uint16_t *flags);
void skip_decorators(struct parser *p);

/* jsx.c */
struct js_node *parse_jsx(struct parser *p);

#endif

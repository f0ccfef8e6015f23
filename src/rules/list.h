/* All rules, in the order of the contract: the only list. A new rule is a file that ends with its
 * `const struct rule rule_<name>` and a line here. */
#ifndef RULES_LIST_H
#define RULES_LIST_H

#include "report/rule.h"

#define RULES(X)                                                                                   \
    X(broken_promise)                                                                              \
    X(unexpected_order)                                                                            \
    X(dead_promise)                                                                                \
    X(missing_reaction)                                                                            \
    X(missing_catch)                                                                               \
    X(missing_return)                                                                              \
    X(multiple_settle)                                                                             \
    X(unnecessary_promise)                                                                         \
    X(unreachable_reaction)                                                                        \
    X(recursive_microtask)                                                                         \
    X(mixed_scheduling)                                                                            \
    X(timeout_order)                                                                               \
    X(dead_listener)                                                                               \
    X(dead_emit)                                                                                   \
    X(invalid_listener_removal)                                                                    \
    X(duplicate_listener)                                                                          \
    X(listener_in_listener)                                                                        \
    X(late_rejection_handler)                                                                      \
    X(promise_cycle)                                                                               \
    X(stale_await)                                                                                 \
    X(floating_promise)                                                                            \
    X(async_callback)                                                                              \
    X(last_launched)                                                                               \
    X(check_then_act)                                                                              \
    X(shared_temp_file)                                                                            \
    X(late_timer)                                                                                  \
    X(unawaited_return)                                                                            \
    X(promise_as_value)                                                                            \
    X(callback_twice)

extern const struct rule_info *const check_rules[];
extern const size_t check_rule_count;

#endif

/* What the environment brings: the language's own objects, Node's modules, imports. */
#ifndef MACHINE_BUILTIN_H
#define MACHINE_BUILTIN_H

#include "machine/state.h"

/* builtins.c, arrays.c, timers.c, api.c */
/* What goes into a list is called by whoever takes it out: a settler, or a function that holds one.
 */
void lose_settlers(struct value value);
void install_builtins(struct machine *m);
void install_arrays(struct machine *m);
void install_timers(struct machine *m);
void install_api(struct machine *m);
bool makes_promise(const struct object *native); /* one of Node's that returns a promise? */
struct object *core_module(struct machine *m, struct str name); /* NULL: no module of Node's */
struct object *native_new(struct machine *m, const char *name, native_fn fn);
struct value any_value(struct machine *m, struct call *call); /* natives: unknown; `this` */
struct value this_value(struct machine *m, struct call *call);
void install(struct machine *m, struct object *object, const char *name, native_fn fn);
struct value call_arg(const struct call *call, unsigned index);
void write_for_log(struct machine *m, struct value value, struct buf *out, bool nested);

/* module.c */
struct value require_module(struct machine *m, struct unit *from, struct str specifier,
                            const struct js_node *site);
void run_unit(struct machine *m, struct unit *unit);
struct value read_link(struct machine *m, struct link *link);
struct unit *resolve_unit(struct machine *m, struct unit *from, struct str specifier);
/* The file an import leads to, among those of `by_path`; NULL: none of them. */
struct unit *resolve_path(const struct map *by_path, const struct unit *from, struct str specifier);
void index_path(struct map *by_path, struct unit *unit);
void link_imports(struct machine *m, struct unit *unit);

#endif

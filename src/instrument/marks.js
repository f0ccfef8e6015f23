// What instrumented code calls: an object of this shape under the name of INSTRUMENT_NAME. `note(mark, id, a, b, c)` is told
// what happens and must not throw. One is made in every realm, so that a failed write throws the realm's own TypeError.
// What n() returns tells the variables of one activation from those of another; r() and a() are given it as `scope`: 1 where
// the variable is global, undefined where it is used before its file has run.
// A key that is an object is converted at each use: so does V8 in `o[k] += 1` (Node 18 to 26), whatever the standard says.
// An expression, not a module: whoever embeds it calls the value.
(note => {
  // Sloppy on purpose: in sloppy code a write that fails is silent.
  const sloppy = {
    z(id, object, key, value) {
      note('s', id, object, key, value);
      return (object[key] = value);
    },
    d(id, object, key) {
      return {
        get v() {
          note('g', id, object, key);
          return object[key];
        },
        set v(value) {
          note('s', id, object, key, value);
          object[key] = value;
        },
      };
    },
  };
  return (() => {
    'use strict';
    return {
      __proto__: null,
      ...sloppy,
      f(id) {
        note('f', id);
      },
      m() {},
      e() {},
      h() {},
      q() {},
      i(url, specifier, name) {
        return { __proto__: null, name };
      },
      n(id) {
        return { __proto__: null, id };
      },
      r(id, scope, value) {
        note('r', id, scope, value);
        return value;
      },
      a(id, scope, value) {
        note('a', id, scope, value);
        return value;
      },
      o(id, object) {
        note('o', id, object);
        return object;
      },
      k(id, key) {
        note('k', id, key);
        return key;
      },
      s(id, object, key, value) {
        note('s', id, object, key, value);
        return (object[key] = value);
      },
      c(id, object, key) {
        return {
          get v() {
              note('g', id, object, key);
            return object[key];
          },
          set v(value) {
            note('s', id, object, key, value);
            object[key] = value;
          },
        };
      },
    };
  })();
})

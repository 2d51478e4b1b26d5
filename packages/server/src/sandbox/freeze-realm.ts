/**
 * How does a realm last, with nothing left from run to run?
 *
 * The text of `freezeRealm` is evaluated inside an isolate, like that of `openRealm` (realm.ts), which calls it before any
 * user code. Everything that code can reach by any syntax is frozen, except the global object itself. What a run adds to
 * that is removed by the function that `freezeRealm` returns.
 */

// The function's text goes into an isolate, so nothing can be outside it. It keeps methods without their objects.
// oxlint-disable unicorn/consistent-function-scoping, typescript/unbound-method

/** Removes what the last run added to the global object. Returns false if something cannot be removed. */
export type Restore = () => boolean;

export function freezeRealm(): Restore {
  "use strict";
  // Read before any user code runs, because that may hide these names.
  const { create, defineProperty, getPrototypeOf, isExtensible, preventExtensions, setPrototypeOf } = Object;
  const { ownKeys, getOwnPropertyDescriptor, deleteProperty } = Reflect;
  const global = globalThis as unknown as Record<PropertyKey, unknown>;

  // Moves the built-ins to a prototype of the global object, so that restoring has next to nothing to look through.
  const behind = create(getPrototypeOf(global) as object) as object;
  for (const key of ownKeys(global)) {
    const property = getOwnPropertyDescriptor(global, key) as PropertyDescriptor;
    if (!property.configurable) continue;
    defineProperty(behind, key, property);
    deleteProperty(global, key);
  }
  setPrototypeOf(global, behind);
  // The RegExp constructor keeps matches from one run to the next. Code that reads them there gets a fresh realm.
  for (const key of ownKeys(RegExp))
    if (
      key !== "prototype" &&
      key !== "length" &&
      key !== "name" &&
      key !== "escape" &&
      key !== Symbol.species
    )
      deleteProperty(RegExp, key);
  // Assigning to an object's own `toString` or `name` must work although the inherited one is frozen.
  for (const home of [
    Object.prototype,
    Function.prototype,
    Error.prototype,
    AggregateError.prototype,
    EvalError.prototype,
    RangeError.prototype,
    ReferenceError.prototype,
    SyntaxError.prototype,
    TypeError.prototype,
    URIError.prototype,
    Date.prototype,
    Map.prototype,
    Set.prototype,
  ]) {
    for (const key of ownKeys(home)) if (typeof key === "string") makeOverridable(home, key);
  }
  // Newer than the library that the types of this package are taken from.
  const iterators = global as unknown as {
    Iterator: { from: (inner: object) => object; prototype: { map: (change: () => void) => object } };
  };
  const unnamed: unknown[] = [
    global,
    function* generator() {},
    async () => {},
    async function* asyncGenerator() {},
    (function* generator() {})(),
    (async function* asyncGenerator() {})(),
    [][Symbol.iterator](),
    ""[Symbol.iterator](),
    new Map()[Symbol.iterator](),
    new Set()[Symbol.iterator](),
    "".matchAll(/x/g),
    iterators.Iterator.from({ next: () => ({}) }),
    iterators.Iterator.prototype.map.call([].values(), () => {}),
    new Error("x"),
    /x/.exec("x"),
    new Intl.Segmenter().segment(""),
    new Intl.Segmenter().segment("")[Symbol.iterator](),
    new Proxy({}, {}),
    Promise.resolve(),
    (function sloppyOrStrict() {
      // oxlint-disable-next-line prefer-rest-params -- the object itself is what is meant
      return arguments;
    })(),
  ];
  const seen = new Set<unknown>();
  while (unnamed.length > 0) {
    const object = unnamed.pop() as Record<PropertyKey, unknown>;
    if ((typeof object !== "object" && typeof object !== "function") || object === null || seen.has(object))
      continue;
    seen.add(object);
    for (const key of ownKeys(object)) {
      const property = getOwnPropertyDescriptor(object, key) as PropertyDescriptor;
      unnamed.push(property.value, property.get, property.set);
      if (property.configurable || property.writable) {
        defineProperty(
          object,
          key,
          "value" in property ? { writable: false, configurable: false } : { configurable: false },
        );
      }
    }
    unnamed.push(getPrototypeOf(object));
    if (object !== global) preventExtensions(object);
  }

  const globalPrototype = getPrototypeOf(global) as unknown;
  const known = create(null) as Record<PropertyKey, boolean>;
  for (const key of ownKeys(global)) known[key] = true;
  const knownCount = ownKeys(global).length;
  return () => {
    const found = ownKeys(global);
    if (found.length !== knownCount) {
      for (let at = 0; at < found.length; at++) {
        const key = found[at] as PropertyKey;
        if (!known[key] && !deleteProperty(global, key)) return false;
      }
    }
    return isExtensible(global) && getPrototypeOf(global) === globalPrototype;
  };

  function makeOverridable(home: object, key: string): void {
    const property = getOwnPropertyDescriptor(home, key) as PropertyDescriptor;
    if (!("value" in property) || !property.configurable) return;
    const { value } = property as { value: unknown };
    defineProperty(home, key, {
      get: () => value,
      set(this: unknown, next: unknown) {
        // Throws, so that the run is repeated in a fresh realm, where this is allowed.
        if (this === home) throw new TypeError(`Cannot assign to read only property '${key}' of object`);
        if ((typeof this !== "object" && typeof this !== "function") || this === null) return;
        defineProperty(this, key, { value: next, writable: true, enumerable: true, configurable: true });
      },
      configurable: true,
      enumerable: property.enumerable ?? false,
    });
  }
}

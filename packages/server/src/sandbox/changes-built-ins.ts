/**
 * Does a transformation's code change built-in objects, or read traces that they keep, such as `RegExp.$1`?
 *
 * Such code gets a fresh realm for every run, in which that is allowed. This is a guess from the text, and a wrong
 * guess is never unsafe: code that it misses runs in a frozen realm, which refuses the change.
 */

const BUILT_IN =
  "(?:Object|Function|Array|String|Number|Boolean|Symbol|BigInt|Date|RegExp|Error|\\w+Error|Map|Set|WeakMap|WeakSet|" +
  "Promise|Math|JSON|Reflect|Intl|Iterator|Proxy|ArrayBuffer|DataView|\\w+Array)";
/** Bounded, like everything here: the code is untrusted, and may be written to make a pattern slow. */
const MEMBER = "\\s*(?:\\.\\s*[\\w$]+|\\[[^\\]\\n]{0,80}\\])";
const OPERATOR = "(?:\\*\\*|<<|>>>?|&&|\\|\\||\\?\\?|[-+*/%&|^])";

const CHANGES = new RegExp(
  [
    // String.prototype.shout = …, JSON.stringify = …
    `\\b${BUILT_IN}(?:${MEMBER}){1,2}\\s*(?:${OPERATOR}?=(?![=>])|\\+\\+|--)`,
    // Object.defineProperty(String.prototype, …), Object.assign(Math, …)
    `\\b(?:defineProperty|defineProperties|setPrototypeOf|assign|deleteProperty|set)\\s*\\(\\s*${BUILT_IN}\\b`,
    `\\bdelete\\s+${BUILT_IN}\\b`,
    `\\b(?:__proto__|__defineGetter__|__defineSetter__)\\b`,
    // Code made from text is sloppy wherever it runs: it would not notice that a frozen object refuses a change.
    `\\bFunction\\s*\\(`,
    // RegExp.$1 and similar
    `\\bRegExp\\s*(?:\\.\\s*(?:\\$|input|last|left|right)|\\[)`,
  ].join("|"),
);

export function changesBuiltIns(code: string): boolean {
  return CHANGES.test(code);
}

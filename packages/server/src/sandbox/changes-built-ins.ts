/**
 * Does a transformation's text show that it changes what the language brings, or reads where that keeps traces?
 *
 * Such code gets a fresh realm for every run, where it may. A guess by the look of it, good for faithfulness
 * alone: nothing is unsafe when it errs. Code that it misses runs in a frozen realm, where a change is refused.
 */

const BUILT_IN =
  "(?:Object|Function|Array|String|Number|Boolean|Symbol|BigInt|Date|RegExp|Error|\\w+Error|Map|Set|WeakMap|WeakSet|" +
  "Promise|Math|JSON|Reflect|Intl|Iterator|Proxy|ArrayBuffer|DataView|\\w+Array)";
/** Bounded, as everything here: the text is a stranger's, and may be made to keep a pattern busy. */
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
    // RegExp.$1 and its like
    `\\bRegExp\\s*(?:\\.\\s*(?:\\$|input|last|left|right)|\\[)`,
  ].join("|"),
);

export function changesBuiltIns(code: string): boolean {
  return CHANGES.test(code);
}

/**
 * How does a person recognize a browser? `Chrome on macOS`, from its User-Agent.
 *
 * Most browsers name others as well, so the order counts: the first that fits is the one. Returns what it can tell.
 */

const BROWSERS: readonly [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, "Edge"],
  [/\bOPR\/|\bOpera\b/, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\bFirefox\/|\bFxiOS\//, "Firefox"],
  [/\bChrome\/|\bCriOS\/|\bHeadlessChrome\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];

const SYSTEMS: readonly [RegExp, string][] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bMac OS X\b|\bMacintosh\b/, "macOS"],
  [/\bWindows\b/, "Windows"],
  [/\bLinux\b/, "Linux"],
];

function firstIn(userAgent: string, names: readonly [RegExp, string][]): string | undefined {
  return names.find(([pattern]) => pattern.test(userAgent))?.[1];
}

export function browserName(userAgent: string | null): string {
  const browser = firstIn(userAgent ?? "", BROWSERS) ?? "Unknown browser";
  const system = firstIn(userAgent ?? "", SYSTEMS);
  return system === undefined ? browser : `${browser} on ${system}`;
}

/** Whether people would draw it as a phone. */
export function isHandheld(userAgent: string | null): boolean {
  return /\biPhone\b|\biPad\b|\bAndroid\b/.test(userAgent ?? "");
}

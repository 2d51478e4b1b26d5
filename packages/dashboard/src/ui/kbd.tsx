/**
 * A key to press, with the name it has on this machine: `Mod` is ⌘ on Apple's keyboards and Ctrl elsewhere.
 */
import { cx } from "class-variance-authority";

const isApple = /mac|iphone|ipad/i.test(navigator.platform);

const NAMES: Record<string, string> = {
  $mod: isApple ? "⌘" : "Ctrl",
  Shift: isApple ? "⇧" : "Shift",
  Escape: "Esc",
  Enter: "↵",
  ArrowUp: "↑",
  ArrowDown: "↓",
  ArrowLeft: "←",
  ArrowRight: "→",
};

/** `keys` has the format of tinykeys: `$mod+k`, or `g e` for one key after the other. */
export function Kbd({ keys, className }: { keys: string; className?: string }) {
  // People type `?` with Shift, but do not think of it that way.
  const presses = keys
    .replace("Shift+?", "?")
    .split(" ")
    .map((press) =>
      press.split("+").map((key) => NAMES[key] ?? (key.length === 1 ? key.toUpperCase() : key)),
    );
  return (
    <span className={cx("inline-flex items-center gap-1", className)}>
      {presses.map((press) => (
        <kbd
          key={press.join("+")}
          className="inline-flex h-5 min-w-5 items-center justify-center rounded-sm border border-line-strong bg-surface px-1 font-sans text-[11px] text-ink-3"
        >
          {press.join(isApple ? "" : "+")}
        </kbd>
      ))}
    </span>
  );
}

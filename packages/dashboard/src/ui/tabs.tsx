/**
 * Tabs that choose which part of one thing is shown. The caller keeps the choice (best: in the URL).
 *
 * Arrow keys, Home and End move and choose at once, as the ARIA pattern recommends for panels that are quick to show.
 * `TabPanel` and `TabList` must have the same `id`.
 */
import { cx } from "class-variance-authority";
import type { KeyboardEvent, ReactNode } from "react";

export interface TabListProps<Value extends string> {
  /** Unique on the page. Give the same id to `TabPanel`. */
  id: string;
  label: string;
  tabs: readonly { value: Value; label: ReactNode; count?: number }[];
  value: Value;
  onChange: (value: Value) => void;
  className?: string;
}

const STEPS: Record<string, (at: number, count: number) => number> = {
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowLeft: (at, count) => (at - 1 + count) % count,
  Home: () => 0,
  End: (_at, count) => count - 1,
};

export function TabList<Value extends string>({
  id,
  label,
  tabs,
  value,
  onChange,
  className,
}: TabListProps<Value>) {
  const move = (press: KeyboardEvent<HTMLDivElement>) => {
    const next =
      tabs[
        STEPS[press.key]?.(
          tabs.findIndex((tab) => tab.value === value),
          tabs.length,
        ) ?? -1
      ];
    if (!next) return;
    press.preventDefault();
    press.stopPropagation();
    onChange(next.value);
    press.currentTarget.querySelector<HTMLElement>(`[data-value="${CSS.escape(next.value)}"]`)?.focus();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- the tabs inside take focus, one at a time
    <div
      role="tablist"
      aria-label={label}
      onKeyDown={move}
      className={cx("flex gap-5 border-b border-line", className)}
    >
      {tabs.map((tab) => (
        <button
          key={tab.value}
          type="button"
          role="tab"
          id={`${id}-${tab.value}-tab`}
          data-value={tab.value}
          aria-selected={tab.value === value}
          aria-controls={`${id}-panel`}
          tabIndex={tab.value === value ? 0 : -1}
          onClick={() => onChange(tab.value)}
          className="-mb-px border-b-2 border-transparent py-2 text-sm text-ink-2 transition-colors hover:text-ink aria-selected:border-ink aria-selected:font-medium aria-selected:text-ink"
        >
          {tab.label}
          {tab.count === undefined ? null : (
            <span className="ml-1.5 text-ink-3 tabular-nums">{tab.count}</span>
          )}
        </button>
      ))}
    </div>
  );
}

export interface TabPanelProps {
  id: string;
  value: string;
  className?: string;
  children: ReactNode;
}

export function TabPanel({ id, value, className, children }: TabPanelProps) {
  return (
    <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${value}-tab`} className={className}>
      {children}
    </div>
  );
}

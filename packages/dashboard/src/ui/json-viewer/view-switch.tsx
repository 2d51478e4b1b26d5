/** The buttons that choose how a body is shown: `Tree`, `Raw`, and its types in two languages. */
import type { ReactNode } from "react";

const VIEWS = [
  { value: "tree", name: "Tree" },
  { value: "raw", name: "Raw" },
  { value: "typescript", name: "TypeScript" },
  { value: "go", name: "Go" },
] as const;

export type BodyView = (typeof VIEWS)[number]["value"];

export type ViewSwitchProps = {
  view: BodyView;
  onView: (view: BodyView) => void;
  /** Text has no tree. */
  hasTree: boolean;
};

export function ViewSwitch({ view, onView, hasTree }: ViewSwitchProps): ReactNode {
  return (
    <fieldset className="flex">
      <legend className="sr-only">View</legend>
      {VIEWS.filter(({ value }) => hasTree || value !== "tree").map(({ value, name }) => (
        <button
          key={value}
          type="button"
          aria-pressed={value === view}
          onClick={() => onView(value)}
          className="h-6 cursor-pointer rounded-[4px] px-1.5 text-(--ink-2) hover:text-(--ink) focus-visible:outline-2 focus-visible:outline-(--ring) aria-pressed:font-semibold aria-pressed:text-(--ink)"
        >
          {name}
        </button>
      ))}
    </fieldset>
  );
}

/**
 * What does a page show if its thing does not exist (404) or was deleted (410)? What happened, and the way to the list.
 */
import type { ReactNode } from "react";
import { buttonClass } from "../button.tsx";
import { LensDrawing } from "../drawings.tsx";
import { EmptyState } from "../empty-state.tsx";
import { usePageTitle } from "../use-page-title.ts";
import type { ListLinkProps } from "./entity-page.tsx";

export type WhyGone = "not found" | "deleted";

/** Null for every other failure, and for none. */
export function whyGone(error: unknown): WhyGone | null {
  const status: unknown = typeof error === "object" && error !== null ? Reflect.get(error, "status") : null;
  if (status === 404) return "not found";
  return status === 410 ? "deleted" : null;
}

const EXPLANATIONS: Record<WhyGone, (kind: string) => string> = {
  "not found": (kind) =>
    `No ${kind} of this project has this ID. It may belong to another project, or the link may be cut short.`,
  deleted: (kind) =>
    `This ${kind} was deleted. What it handled before stays in the lists until its data expires.`,
};

export interface EntityGoneProps {
  kind: string;
  why: WhyGone;
  listLabel: string;
  renderListLink: (props: ListLinkProps) => ReactNode;
}

export function EntityGone({ kind, why, listLabel, renderListLink }: EntityGoneProps) {
  const title = `${kind} ${why}`;
  usePageTitle(title);
  return (
    <main className="flex min-h-0 flex-1 items-center overflow-y-auto">
      <EmptyState
        isPage
        drawing={<LensDrawing />}
        title={title}
        action={renderListLink({
          className: buttonClass({ variant: "primary" }),
          children: `Go to ${listLabel.toLowerCase()}`,
        })}
      >
        {EXPLANATIONS[why](kind.toLowerCase())}
      </EmptyState>
    </main>
  );
}

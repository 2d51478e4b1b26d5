/** A link to a guide, or to the list of all. Opens a new tab, so that a person can read while they fill in a form. */
import type { ReactNode } from "react";
import { ownUrl } from "../base-path.ts";

export interface GuideLinkProps {
  /** The name of its file in docs/guides, without its ending. Null for the list. */
  guide: string | null;
  className: string;
  children: ReactNode;
}

export function GuideLink({ guide, className, children }: GuideLinkProps) {
  return (
    <a
      href={ownUrl(guide === null ? "/guides" : `/guides/${guide}`)}
      target="_blank"
      rel="noopener"
      className={className}
    >
      {children}
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
}

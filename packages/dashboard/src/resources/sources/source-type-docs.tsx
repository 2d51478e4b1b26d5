/**
 * The page of the provider about its webhooks. Opens a new tab, so that a person can read while they fill in a form. Nothing
 * for a type without such a page.
 */
import { sourceTypeDetails } from "@posthorn/contract/source-catalogue";
import type { SourceType } from "@posthorn/contract/source-types";
import { ArrowUpRight } from "lucide-react";

export function SourceTypeDocs({ type, className }: { type: SourceType; className: string }) {
  const { docs, label } = sourceTypeDetails(type);
  if (docs === null) return null;
  return (
    <a href={docs} target="_blank" rel="noreferrer" className={className}>
      {label} guide
      <ArrowUpRight aria-hidden className="inline size-3.5" />
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
}

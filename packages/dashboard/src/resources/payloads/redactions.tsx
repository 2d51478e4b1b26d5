/** What of this payload was redacted before it was stored? Says so above the payload, and has the places in it drawn quietly. */
import { REDACTED, type Redaction } from "@posthorn/contract/redaction";
import type { ReactNode } from "react";
import { Callout } from "../../ui/callout.tsx";
import { PlaceholderContext } from "../../ui/json-viewer/placeholder.ts";

export interface RedactionsProps {
  redaction: Redaction | undefined;
  children: ReactNode;
}

export function Redactions({ redaction, children }: RedactionsProps) {
  if (!redaction) return children;
  const { count, paths, body_removed, erased } = redaction;
  return (
    <PlaceholderContext value={REDACTED}>
      {count > 0 ? (
        <p className="text-sm text-ink-2">
          {count === 1 ? "1 value was" : `${count.toLocaleString("en")} values were`} redacted before storing:{" "}
          <span className="mono [overflow-wrap:anywhere]">{paths.join(", ")}</span>
        </p>
      ) : null}
      {erased ? (
        <p className="text-sm text-ink-2">
          {erased === 1 ? "1 value was" : `${erased.toLocaleString("en")} values were`} erased later, because
          an admin had the data of a person erased
        </p>
      ) : null}
      {body_removed ? (
        <Callout tone="off" title="No body">
          The source redacts values of the body. This body was neither JSON nor a form, so it was not kept.
        </Callout>
      ) : null}
      {children}
    </PlaceholderContext>
  );
}

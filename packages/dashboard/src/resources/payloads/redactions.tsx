/** What of this payload was redacted? Says so above the payload, and has the places in it drawn quietly. */
import { REDACTED, type Redaction } from "@posthorn/contract/redaction";
import type { ReactNode } from "react";
import { PlaceholderContext } from "../../ui/json-viewer/placeholder.ts";
import { later } from "../../ui/later.tsx";

/** Few sources redact. */
const RedactionNote = later(() => import("./redaction-note.tsx")).component((loaded) => loaded.RedactionNote);

export interface RedactionsProps {
  redaction: Redaction | undefined;
  children: ReactNode;
}

export function Redactions({ redaction, children }: RedactionsProps) {
  if (!redaction) return children;
  return (
    <PlaceholderContext value={REDACTED}>
      <RedactionNote redaction={redaction} />
      {children}
    </PlaceholderContext>
  );
}

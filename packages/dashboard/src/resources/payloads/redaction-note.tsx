/** What was redacted in this payload: before it was stored where, never what; and later how much. */
import type { Redaction } from "@posthorn/contract/redaction";
import { Callout } from "../../ui/callout.tsx";

export interface RedactionNoteProps {
  redaction: Redaction;
}

export function RedactionNote({ redaction: { count, paths, body_removed, erased } }: RedactionNoteProps) {
  return (
    <>
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
    </>
  );
}

/**
 * How does a page show the body of a request, an event or a response?
 *
 * The one entry to this folder. It draws a body of up to a million characters at once, and asks before it draws a
 * larger one. Folds and searches belong to one text; a new text starts without them.
 */
import { useMemo, useState, type ReactNode } from "react";
import { readBody } from "./body-format.ts";
import { findHits } from "./find-hits.ts";
import type { JsonFault } from "./flatten.ts";
import { JsonBody } from "./json-body.tsx";
import { RawText } from "./raw-text.tsx";
import { useSearch } from "./use-search.ts";
import { ViewerFrame } from "./viewer-frame.tsx";

const SHOWN_UNASKED_CHARS = 1_000_000;

export type BodyViewerProps = {
  text: string;
  contentType: string | null;
  /** The name of the body on the page. Two viewers on one page need two names. */
  label?: string;
  /** Any CSS length. The viewer grows with its content up to this height, then it scrolls. */
  maxHeight?: string;
};

export function BodyViewer(props: BodyViewerProps): ReactNode {
  const { text, contentType, label = "Body", maxHeight = "min(70vh, 720px)" } = props;
  const [body, setBody] = useState({ text, generation: 0, isAllowed: text.length <= SHOWN_UNASKED_CHARS });
  if (body.text !== text) {
    setBody({ text, generation: body.generation + 1, isAllowed: text.length <= SHOWN_UNASKED_CHARS });
    return null; // React renders again at once, with the state of the new text
  }
  const frame = { text, contentType, label };
  if (text === "") return <ViewerFrame {...frame}>{<Notice>No body</Notice>}</ViewerFrame>;
  if (!body.isAllowed) {
    return (
      <ViewerFrame {...frame}>
        <Notice>
          {`This body has ${text.length.toLocaleString("en")} characters and may slow this page down.`}
          <button
            type="button"
            onClick={() => setBody({ ...body, isAllowed: true })}
            className="mt-2 block h-8 cursor-pointer rounded-[6px] border border-(--line-strong) bg-(--surface) px-3 font-medium text-(--ink) hover:bg-(--sel) focus-visible:outline-2 focus-visible:outline-(--ring)"
          >
            Display anyway
          </button>
        </Notice>
      </ViewerFrame>
    );
  }
  return <ReadableBody key={body.generation} {...frame} maxHeight={maxHeight} />;
}

type ReadableBodyProps = Required<BodyViewerProps>;

function ReadableBody({ text, contentType, label, maxHeight }: ReadableBodyProps): ReactNode {
  const { json, fault } = useMemo(() => readBody(text, contentType), [text, contentType]);
  if (json) return <JsonBody json={json} contentType={contentType} label={label} maxHeight={maxHeight} />;
  return <TextBody text={text} contentType={contentType} label={label} maxHeight={maxHeight} fault={fault} />;
}

function TextBody(props: ReadableBodyProps & { fault: JsonFault | null }): ReactNode {
  const { text, contentType, label, maxHeight, fault } = props;
  const search = useSearch();
  const hits = useMemo(() => findHits(text, search.query), [text, search.query]);
  return (
    <ViewerFrame
      text={text}
      contentType={contentType}
      label={label}
      search={search}
      hitCount={hits.start.length}
    >
      {fault && (
        <p className="mb-1.5 border-l-2 border-(--bad) pl-2 text-[13px] text-(--ink)">
          {`Not shown as a tree: ${fault.reason} at line ${fault.line}, column ${fault.column}.`}
        </p>
      )}
      <RawText text={text} hits={hits} step={search.step} label={`${label} as text`} maxHeight={maxHeight} />
    </ViewerFrame>
  );
}

function Notice({ children }: { children: ReactNode }): ReactNode {
  return (
    <div className="rounded-[6px] border border-(--line) bg-(--sunken) px-3 py-2.5 text-[13px] text-(--ink-2)">
      {children}
    </div>
  );
}

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
import { Notice } from "./notice.tsx";
import { RawText } from "./raw-text-later.tsx";
import type { FilterBy } from "./row-menu.tsx";
import { useSearch } from "./use-search.ts";
import { ViewSwitch, type BodyView } from "./view-switch.tsx";
import { ViewerFrame } from "./viewer-frame.tsx";

const SHOWN_UNASKED_CHARS = 1_000_000;

export type BodyViewerProps = {
  text: string;
  contentType: string | null;
  /** The name of the body on the page. Two viewers on one page need two names. */
  label?: string;
  /** Any CSS length. The viewer grows with its content up to this height, then it scrolls. */
  maxHeight?: string;
  /** A word that is marked from the start. */
  marked?: string | undefined;
  /** Adds 'Filter by this value' to the menu of a row. */
  onFilterBy?: FilterBy | undefined;
};

export function BodyViewer(props: BodyViewerProps): ReactNode {
  const { text, contentType, label = "Body", maxHeight = "min(70vh, 720px)", marked, onFilterBy } = props;
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
  return (
    <ReadableBody
      key={body.generation}
      {...frame}
      maxHeight={maxHeight}
      marked={marked}
      onFilterBy={onFilterBy}
    />
  );
}

type ReadableBodyProps = Required<BodyViewerProps>;

function ReadableBody({ text, onFilterBy, ...look }: ReadableBodyProps): ReactNode {
  const { json, fault } = useMemo(() => readBody(text, look.contentType), [text, look.contentType]);
  if (json) return <JsonBody json={json} {...look} onFilterBy={onFilterBy} />;
  return <TextBody text={text} {...look} fault={fault} />;
}

type TextBodyProps = Omit<ReadableBodyProps, "onFilterBy"> & { fault: JsonFault | null };

function TextBody(props: TextBodyProps): ReactNode {
  const { text, contentType, label, maxHeight, marked = "", fault } = props;
  const [view, setView] = useState<BodyView>("raw");
  const search = useSearch(marked);
  const hits = useMemo(() => findHits(text, search.query), [text, search.query]);
  return (
    <ViewerFrame
      text={text}
      contentType={contentType}
      label={label}
      {...(view === "raw" && { search })}
      hitCount={hits.start.length}
      controls={<ViewSwitch view={view} onView={setView} hasTree={false} />}
    >
      {fault && (
        <p className="mb-1.5 border-l-2 border-(--bad) pl-2 text-[13px] text-(--ink)">
          {`Not shown as a tree: ${fault.reason} at line ${fault.line}, column ${fault.column}.`}
        </p>
      )}
      {view === "raw" ? (
        <RawText
          text={text}
          hits={hits}
          step={search.step}
          label={`${label} as text`}
          maxHeight={maxHeight}
        />
      ) : (
        <Notice>Not supported for non-json types</Notice>
      )}
    </ViewerFrame>
  );
}

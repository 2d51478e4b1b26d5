/**
 * A Markdown text as a page: headings, paragraphs, lists, tables, code to copy, pictures.
 *
 * The screen decides where links lead and where pictures are. The first heading is left out: it is the page's title.
 */
import { Fragment, type ReactNode } from "react";
import { CodeBlock } from "../code-block.tsx";
import { markdownBlocks, type Block } from "./markdown-blocks.ts";
import type { TextPart } from "./markdown-text.ts";

export interface MarkdownProps {
  markdown: string;
  renderLink: (to: string, children: ReactNode) => ReactNode;
  /** Undefined if there is no such picture. */
  imageUrl: (path: string) => string | undefined;
}

export function Markdown({ markdown, ...places }: MarkdownProps) {
  const blocks = markdownBlocks(markdown).filter((block) => block.kind !== "heading" || block.level > 1);
  return (
    <div className="flex flex-col gap-3.5 text-base leading-6">
      {blocks.map((block, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- the text never changes while it is shown
        <MarkdownBlock key={at} block={block} {...places} />
      ))}
    </div>
  );
}

type Places = Omit<MarkdownProps, "markdown">;

function MarkdownBlock({ block, ...places }: Places & { block: Block }) {
  const text = (parts: readonly TextPart[]) => <Parts parts={parts} {...places} />;
  switch (block.kind) {
    case "heading": {
      const Heading = block.level === 2 ? "h2" : "h3";
      return <Heading className="mt-4 text-lg font-semibold">{text(block.text)}</Heading>;
    }
    case "paragraph":
      return <p>{text(block.text)}</p>;
    case "code":
      return <CodeBlock code={block.text} copyLabel="Copy code" />;
    case "image": {
      const url = places.imageUrl(block.path);
      return url === undefined ? null : (
        <img src={url} alt={block.alt} className="my-1 w-full rounded-md border border-line" />
      );
    }
    case "list": {
      const List = block.isOrdered ? "ol" : "ul";
      return (
        <List className={`flex flex-col gap-1.5 pl-6 ${block.isOrdered ? "list-decimal" : "list-disc"}`}>
          {block.items.map((item, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- as above
            <li key={at}>
              <div className="flex flex-col gap-2.5">
                {item.map((part, place) => (
                  // oxlint-disable-next-line react/no-array-index-key -- as above
                  <MarkdownBlock key={place} block={part} {...places} />
                ))}
              </div>
            </li>
          ))}
        </List>
      );
    }
    case "table":
      return <MarkdownTable table={block} text={text} />;
  }
}

interface MarkdownTableProps {
  table: Extract<Block, { kind: "table" }>;
  text: (parts: readonly TextPart[]) => ReactNode;
}

function MarkdownTable({ table: { head, rows }, text }: MarkdownTableProps) {
  const cell = "border-b border-line px-3 py-2 text-left align-top";
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scroll box must be reachable by keyboard
    <section tabIndex={0} aria-label="Table" className="overflow-x-auto rounded-md border border-line">
      <table className="w-full text-sm [&_tbody_tr:last-child>td]:border-b-0">
        <thead>
          <tr>
            {head.map((name, at) => {
              const Cell = name.length === 0 ? "td" : "th"; // an empty cell is the heading of nothing
              return (
                // oxlint-disable-next-line react/no-array-index-key -- as above
                <Cell key={at} className={`${cell} bg-sunken font-medium`}>
                  {text(name)}
                </Cell>
              );
            })}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- as above
            <tr key={at}>
              {row.map((value, column) => (
                // oxlint-disable-next-line react/no-array-index-key -- as above
                <td key={column} className={cell}>
                  {text(value)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Parts({ parts, ...places }: Places & { parts: readonly TextPart[] }) {
  return parts.map((part, at) => (
    // oxlint-disable-next-line react/no-array-index-key -- as above
    <Fragment key={at}>
      <Part part={part} {...places} />
    </Fragment>
  ));
}

function Part({ part, ...places }: Places & { part: TextPart }) {
  switch (part.kind) {
    case "text":
      return part.text;
    case "code":
      return (
        <code className="mono rounded-sm bg-sunken px-1 py-0.5 [overflow-wrap:anywhere]">{part.text}</code>
      );
    case "strong":
      return (
        <strong className="font-semibold">
          <Parts parts={part.parts} {...places} />
        </strong>
      );
    case "emphasis":
      return (
        <em>
          <Parts parts={part.parts} {...places} />
        </em>
      );
    case "link":
      return places.renderLink(part.to, <Parts parts={part.parts} {...places} />);
  }
}

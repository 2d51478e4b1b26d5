/** What the test says about one part: what happened, what would happen to the request, and where. */
import type { FilterPart } from "@posthorn/contract/rules";
import { Plus } from "lucide-react";
import { Button } from "../../ui/button.tsx";
import { Callout } from "../../ui/callout.tsx";
import type { PartResult, ShownCondition } from "./explain-texts.ts";
import { PART_NAMES } from "./filter-parts.ts";
import type { UsedInput } from "./use-test-input.ts";

const MOST_SHOWN = 3;
const IGNORED = "This request would be ignored with the cause Filtered.";

export interface ResultCalloutProps {
  part: FilterPart;
  result: PartResult;
  /** Shows the line of the filter. */
  onReveal: (line: number) => void;
  /** Takes the text of a quick fix as the filter. */
  onFix: (text: string) => void;
}

export function ResultCallout({ part, result, onReveal, onFix }: ResultCalloutProps) {
  const name = PART_NAMES[part];
  if (result.state === "no-filter") {
    return (
      <Callout tone="off" title={`No filter for the ${name.toLowerCase()}`}>
        This part of a request is not checked.
      </Callout>
    );
  }
  if (result.state === "no-input") {
    return (
      <Callout tone="off" title="No input to test with">
        Choose a request or event, or write an input.
      </Callout>
    );
  }
  if (result.state === "invalid-filter") {
    return <Callout tone="hold" title="Invalid JSON in filter syntax, can't test filter" />;
  }
  if (result.state === "invalid-input") {
    return <Callout tone="hold" title="Invalid JSON in input, can't test filter" />;
  }
  if (result.state === "refused-filter") {
    return (
      <Callout tone="bad" title={result.fault}>
        The server would not save it.
      </Callout>
    );
  }
  if (result.state === "too-costly") {
    return (
      <Callout tone="bad" title={`${name} does not pass: the test needs too many steps`}>
        The server stops such a test. {IGNORED}
      </Callout>
    );
  }
  const { matches, conditions, failures } = result;
  if (matches) {
    return (
      <Callout tone="ok" title={`${name} passes`}>
        {conditions.length === 1 ? "The condition holds." : `All ${conditions.length} conditions hold.`}
      </Callout>
    );
  }
  const more = failures.length - MOST_SHOWN;
  const fix = failures[0]?.fix;
  return (
    <Callout
      tone="bad"
      title={<FailureTitle name={name} first={failures[0]} />}
      action={
        fix ? (
          <Button size="sm" icon={<Plus aria-hidden />} onClick={() => onFix(fix.text)}>
            {fix.label}
          </Button>
        ) : undefined
      }
    >
      <ul>
        {failures.slice(0, MOST_SHOWN).map((failure, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- two conditions may read the same, and none moves
          <li key={at}>
            <Failure failure={failure} isFirst={at === 0} onReveal={onReveal} />
          </li>
        ))}
      </ul>
      {more > 0 ? `And ${more} more. ` : null}
      {IGNORED}
    </Callout>
  );
}

function FailureTitle({ name, first }: { name: string; first: ShownCondition | undefined }) {
  if (!first || first.path === "") return `${name} does not pass`;
  return (
    <>
      {name} does not pass at <code className="mono font-semibold">{first.path}</code>
    </>
  );
}

interface FailureProps {
  failure: ShownCondition;
  isFirst: boolean;
  onReveal: (line: number) => void;
}

function Failure({ failure: { path, is, wants, filterLine }, isFirst, onReveal }: FailureProps) {
  return (
    <>
      {isFirst || path === "" ? null : <code className="mono">{path}: </code>}
      <span className="break-words">
        {is}, the filter wants {wants}.
      </span>{" "}
      {filterLine === null ? null : (
        <button
          type="button"
          onClick={() => onReveal(filterLine)}
          className="rounded-sm text-ink underline underline-offset-2"
        >
          Line {filterLine}
        </button>
      )}
    </>
  );
}

/** Said instead of a result while the first input loads, and until it is tested. */
export function AwaitedCallout() {
  return (
    <Callout tone="wait" title="The filter is being tested">
      It is tested with the latest request of the source.
    </Callout>
  );
}

/** Said instead of a result while a request is not through the transformation before the filter, or never will be. */
export function MissingInputCallout({ missing, cameBy }: Pick<UsedInput, "missing" | "cameBy">) {
  if (missing === "running")
    return (
      <Callout tone="wait" title="The request is being transformed">
        The filter sees the request {cameBy}.
      </Callout>
    );
  return (
    <Callout tone="bad" title="The transformation before the filter fails on this request">
      <p className="break-words">{missing?.failure}</p>
      The filter does not see it: the connection ignores such a request with the cause Transformation failed.
    </Callout>
  );
}

/** The panel that says what to check about an issue. The address opens it, so that it can be sent to others. */
import type { Issue } from "@posthorn/contract/issues";
import { useQuery } from "@tanstack/react-query";
import { CircleDashed, TriangleAlert } from "lucide-react";
import { connectionQuery } from "../../resources/connections/connection-queries.ts";
import { destinationQuery } from "../../resources/destinations/destination-queries.ts";
import { subjectIdOf } from "../../resources/issues/issue-title.ts";
import { OwnLink } from "../../resources/own-link.tsx";
import { sourceQuery } from "../../resources/sources/source-queries.ts";
import { transformationQuery } from "../../resources/transformations/transformation-queries.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { linkClass } from "../../ui/link-class.ts";
import { checksOf, type Known } from "./issue-checks.ts";
import { useBacklog } from "./use-backlog.ts";

export interface TroubleshootProps {
  issue: Issue;
  onClose: () => void;
}

export function Troubleshoot({ issue, onClose }: TroubleshootProps) {
  switch (issue.type) {
    case "delivery":
      return <OfConnection issue={issue} onClose={onClose} />;
    case "transformation":
      return <OfTransformation issue={issue} onClose={onClose} />;
    case "backpressure":
      return <OfDestination issue={issue} onClose={onClose} />;
    case "request":
      return <OfSource issue={issue} onClose={onClose} />;
  }
}

/** Each reads what belongs to its type. What cannot be read is left out: the other steps are still good. */
function OfConnection(props: TroubleshootProps) {
  const { data: connection } = useQuery(connectionQuery(subjectIdOf(props.issue)));
  return <Checks {...props} known={{ connection }} />;
}

function OfTransformation(props: TroubleshootProps) {
  const { data: transformation } = useQuery(transformationQuery(subjectIdOf(props.issue)));
  return <Checks {...props} known={{ transformation }} />;
}

function OfDestination(props: TroubleshootProps) {
  const id = subjectIdOf(props.issue);
  const { data: destination } = useQuery(destinationQuery(id));
  return <Checks {...props} known={{ destination, backlog: useBacklog(id) }} />;
}

function OfSource(props: TroubleshootProps) {
  const { data: source } = useQuery(sourceQuery(subjectIdOf(props.issue)));
  return <Checks {...props} known={{ source }} />;
}

function Checks({ issue, onClose, known }: TroubleshootProps & { known: Known }) {
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Troubleshoot"
      description="What to check, the most likely first."
      footer={<Button onClick={onClose}>Back to the issue</Button>}
    >
      <ol className="flex flex-col gap-3 text-sm">
        {checksOf(issue, known).map(({ isProblem, title, text, link }) => (
          <li key={title} className="flex gap-2.5">
            {isProblem ? (
              <TriangleAlert aria-label="Problem" className="mt-0.5 size-4 shrink-0 text-bad" />
            ) : (
              <CircleDashed aria-label="To check" className="mt-0.5 size-4 shrink-0 text-ink-3" />
            )}
            <div className="min-w-0">
              <p className="font-medium wrap-anywhere">{title}</p>
              <p className="text-ink-2 wrap-anywhere">{text}</p>
              {link === undefined ? null : (
                <OwnLink address={link.address} className={linkClass}>
                  {link.label}
                </OwnLink>
              )}
            </div>
          </li>
        ))}
      </ol>
    </Dialog>
  );
}

/** Opens the dialog for a new trigger. Somebody who may not make one sees why. */
import type { IssueType } from "@posthorn/contract/causes";
import { Link } from "@tanstack/react-router";
import { useRefusal } from "../../resources/session/use-refusal.ts";
import { Button, buttonClass } from "../../ui/button.tsx";

export function CreateTriggerLink({ type }: { type: IssueType }) {
  const refusal = useRefusal("triage");
  if (refusal !== undefined)
    return (
      <Button variant="primary" disabledReason={refusal}>
        Create trigger
      </Button>
    );
  return (
    <Link
      to="/issue-triggers/$type/create/$createtype"
      params={{ type, createtype: type }}
      search={true}
      className={buttonClass({ variant: "primary" })}
    >
      Create trigger
    </Link>
  );
}

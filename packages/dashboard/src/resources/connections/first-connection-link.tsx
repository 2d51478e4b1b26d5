/**
 * "Create first connection": the one button of every empty state of a project that has no connection. Beside it the quiet
 * way to `/get-started`, which has everything else that a person can begin with.
 */
import { Link } from "@tanstack/react-router";
import { Button, buttonClass } from "../../ui/button.tsx";
import { useRefusal } from "../session/use-refusal.ts";

const LABEL = "Create first connection";

export function FirstConnectionLink() {
  return (
    <>
      <FirstConnection />
      <Link to="/get-started" className={buttonClass({ variant: "quiet" })}>
        Get started
      </Link>
    </>
  );
}

function FirstConnection() {
  const refusal = useRefusal("configure");
  if (refusal !== undefined)
    return (
      <Button variant="primary" disabledReason={refusal}>
        {LABEL}
      </Button>
    );
  return (
    <Link to="/create-first-connection" className={buttonClass({ variant: "primary" })}>
      {LABEL}
    </Link>
  );
}

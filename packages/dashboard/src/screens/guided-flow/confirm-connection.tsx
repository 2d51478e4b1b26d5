/** The end of the guide. It waits for the first event. */
import { Link } from "@tanstack/react-router";
import { Button, buttonClass } from "../../ui/button.tsx";

export function ConfirmConnection({ hasEvents }: { hasEvents: boolean }) {
  if (!hasEvents)
    return <Button disabledReason="No event has come of a request yet">Confirm connection</Button>;
  return (
    <Link to="/events" className={buttonClass({ variant: "primary" })}>
      Confirm connection
    </Link>
  );
}

/** The end of the guide. It waits for the first event. */
import { Link } from "@tanstack/react-router";
import { useReport } from "../../resources/product-events/use-report.ts";
import { Button, buttonClass } from "../../ui/button.tsx";

export function ConfirmConnection({ hasEvents }: { hasEvents: boolean }) {
  const report = useReport();
  if (!hasEvents)
    return <Button disabledReason="No event has come of a request yet">Confirm connection</Button>;
  return (
    <Link
      to="/events"
      className={buttonClass({ variant: "primary" })}
      onClick={() => report({ name: "Completed Guided Connection Step", properties: { step: "review" } })}
    >
      Confirm connection
    </Link>
  );
}

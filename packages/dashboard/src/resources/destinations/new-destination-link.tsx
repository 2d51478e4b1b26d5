/** Leads to the form of a new destination. A person who may not create one sees a disabled button with the reason. */
import { Link } from "@tanstack/react-router";
import { Button, buttonClass } from "../../ui/button.tsx";
import { useRefusal } from "../session/use-refusal.ts";

export function NewDestinationLink() {
  const refusal = useRefusal("configure");
  if (refusal !== undefined)
    return (
      <Button variant="primary" disabledReason={refusal}>
        New destination
      </Button>
    );
  return (
    <Link to="/destinations/new" className={buttonClass({ variant: "primary" })}>
      New destination
    </Link>
  );
}

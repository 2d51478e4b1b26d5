/** Leads to the form of a new source. A person who may not create one sees a disabled button with the reason. */
import { Link } from "@tanstack/react-router";
import { Button, buttonClass } from "../../ui/button.tsx";
import { useRefusal } from "../session/use-refusal.ts";

export function NewSourceLink() {
  const refusal = useRefusal("configure");
  if (refusal !== undefined)
    return (
      <Button variant="primary" disabledReason={refusal}>
        New source
      </Button>
    );
  return (
    <Link to="/sources/new" className={buttonClass({ variant: "primary" })}>
      New source
    </Link>
  );
}

/** Leads to the form of a new connection. A person who may not create one sees a disabled button with the reason. */
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Button, buttonClass } from "../../ui/button.tsx";
import { useRefusal } from "../session/use-refusal.ts";

export interface NewConnectionLinkProps {
  /** Ends that the form has chosen already. */
  search?: { source_id?: string; destination_id?: string };
  children: ReactNode;
}

const NOTHING = {};

export function NewConnectionLink({ search = NOTHING, children }: NewConnectionLinkProps) {
  const refusal = useRefusal("configure");
  if (refusal !== undefined)
    return (
      <Button variant="primary" disabledReason={refusal}>
        {children}
      </Button>
    );
  return (
    <Link to="/connections/new" search={search} className={buttonClass({ variant: "primary" })}>
      {children}
    </Link>
  );
}

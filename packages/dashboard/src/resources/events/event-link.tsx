/** The link of a toast about an event: wherever the person acted, it leads to what came of it. */
import type { ReactNode } from "react";
import { buttonClass } from "../../ui/button.tsx";
import { OwnLink } from "../own-link.tsx";

export function linkToEvent(id: string): ReactNode {
  return (
    <OwnLink address={`/events/${id}`} className={buttonClass({ size: "sm" })}>
      View event
    </OwnLink>
  );
}

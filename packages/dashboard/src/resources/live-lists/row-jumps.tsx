/**
 * Links from a row to the pages of what it names.
 *
 * A click on a row opens it, wherever it hits. So the names are no links: small ones appear beside them while the pointer or
 * the focus is in the row. A row that was never visited has none of them, so a hundred rows cost nothing.
 *
 *     const visits = useVisits();
 *     <ListRow {...visits.handlers}>{visits.isVisited ? <RowJumps>…</RowJumps> : null}</ListRow>
 */
import { useState, type ReactNode } from "react";
import { iconButtonClass } from "../../ui/icon-button.tsx";
import { OwnLink, type OwnLinkProps } from "../own-link.tsx";

export function useVisits() {
  const [isVisited, setIsVisited] = useState(false);
  const visit = () => setIsVisited(true);
  return { isVisited, handlers: { onPointerEnter: visit, onFocus: visit } };
}

export function RowJumps({ children }: { children: ReactNode }) {
  return (
    <span className="invisible flex shrink-0 gap-0.5 group-focus-within/row:visible group-hover/row:visible">
      {children}
    </span>
  );
}

export interface RowJumpProps extends Pick<OwnLinkProps, "address"> {
  label: string;
  icon: ReactNode;
}

export function RowJump({ address, label, icon }: RowJumpProps) {
  return (
    <OwnLink address={address} aria-label={label} data-tooltip={label} className={iconButtonClass("sm")}>
      {icon}
    </OwnLink>
  );
}

/**
 * Compares one attempt with another one of the same event, chosen from a menu. Absent if there is no other one that has
 * ended.
 */
import type { Attempt } from "@posthorn/contract/attempts";
import { GitCompare } from "lucide-react";
import { useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { later } from "../../../ui/later.tsx";
import { Menu, MenuItem } from "../../../ui/menu.tsx";
import { isAwaited } from "../attempt-queries.ts";
import { AttemptStatusBadge } from "../attempt-status-badge.tsx";

const CompareAttempts = later(() => import("../compare-attempts.tsx")).component(
  (loaded) => loaded.CompareAttempts,
);

export interface CompareMenuProps {
  attempt: Attempt;
  /** All attempts of the event, newest first. */
  attempts: readonly Attempt[];
}

export function CompareMenu({ attempt, attempts }: CompareMenuProps) {
  const [other, setOther] = useState<Attempt | null>(null);
  const others = attempts.filter((one) => one.id !== attempt.id && !isAwaited(one));
  if (isAwaited(attempt) || others.length === 0) return null;
  const isOlder = other !== null && other.attempt_number < attempt.attempt_number;
  return (
    <>
      <Menu
        align="end"
        className="max-h-80 overflow-y-auto"
        trigger={
          <Button size="sm" icon={<GitCompare aria-hidden />}>
            Compare with
          </Button>
        }
      >
        {others.map((one) => (
          <MenuItem key={one.id} end={<AttemptStatusBadge attempt={one} />} onSelect={() => setOther(one)}>
            Attempt {one.attempt_number}
          </MenuItem>
        ))}
      </Menu>
      {other === null ? null : (
        <CompareAttempts
          before={isOlder ? other : attempt}
          after={isOlder ? attempt : other}
          onClose={() => setOther(null)}
        />
      )}
    </>
  );
}

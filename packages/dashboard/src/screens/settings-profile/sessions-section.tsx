/** Where the person is signed in: this browser, others, and the machines of their CLIs. */
import type { Account, SignedIn } from "@posthorn/contract/account";
import { Monitor, Smartphone, SquareTerminal } from "lucide-react";
import { browserName, isHandheld } from "../../resources/account/browser-name.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Section } from "../../ui/form/section.tsx";
import { relativeTime } from "../../ui/time.ts";
import { useNow } from "../../ui/use-now.ts";
import { Row, Rows } from "./rows.tsx";
import { useButtonAct } from "./use-button-act.ts";

function nameOf({ kind, device }: SignedIn): string {
  return kind === "cli" ? `CLI on ${device ?? "an unknown machine"}` : browserName(device);
}

function iconOf({ kind, device }: SignedIn) {
  if (kind === "cli") return <SquareTerminal />;
  return isHandheld(device) ? <Smartphone /> : <Monitor />;
}

/** `2 other sessions, one CLI among them`. */
function othersText(others: readonly SignedIn[]): string {
  const clis = others.filter(({ kind }) => kind === "cli").length;
  const sessions = `${others.length} other ${others.length === 1 ? "session" : "sessions"}`;
  if (clis === 0) return sessions;
  if (others.length === 1) return `${sessions}, a CLI`;
  return `${sessions}, ${clis === 1 ? "one CLI" : `${clis} CLIs`} among them`;
}

export function SessionsSection({ account: { sessions } }: { account: Account }) {
  const endingOthers = useButtonAct("endOtherSessions", "All other sessions were signed out");
  const others = sessions.filter(({ is_current }) => !is_current);
  return (
    <Section title="Sessions" text="Where you are signed in now.">
      <Rows label="Sessions">
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </Rows>
      {others.length === 0 ? null : (
        <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-2">
          <Button size="sm" isPending={endingOthers.isPending} onClick={() => endingOthers.run()}>
            Sign out others
          </Button>
          <p className="text-sm text-ink-2">{othersText(others)}</p>
        </div>
      )}
    </Section>
  );
}

function SessionRow({ session }: { session: SignedIn }) {
  const now = useNow();
  const name = nameOf(session);
  const ending = useButtonAct("endSession", `${name} was signed out`);
  return (
    <Row
      icon={iconOf(session)}
      name={name}
      about={session.address === null ? null : <span className="mono">{session.address}</span>}
    >
      {session.is_current ? (
        <Badge>This session</Badge>
      ) : (
        <>
          <time
            dateTime={session.last_used_at}
            data-timestamp={session.last_used_at}
            className="text-ink-2 tabular-nums"
          >
            {relativeTime(new Date(session.last_used_at), now)}
          </time>
          <Button
            size="sm"
            aria-label={`Sign out ${name}`}
            isPending={ending.isPending}
            onClick={() => ending.run({ id: session.id })}
          >
            Sign out
          </Button>
        </>
      )}
    </Row>
  );
}

/** The project's own API key, and the ones before it that are still valid. */
import type { Secrets } from "@posthorn/contract/keys";
import { RevokeKeyButton } from "./revoke-key-button.tsx";
import { Callout } from "../../ui/callout.tsx";
import { Section } from "../../ui/form/section.tsx";
import { relativeTime } from "../../ui/time.ts";
import { Moment } from "../../ui/timestamp.tsx";
import { useNow } from "../../ui/use-now.ts";
import { LastUse } from "./last-use.tsx";
import { RolledSecret } from "./rolled-secret.tsx";

type OwnKey = Secrets["api_key"];

export function ApiKeySection({ apiKey }: { apiKey: OwnKey }) {
  const now = useNow();
  const valid = apiKey.previous.filter(({ expires_at }) => new Date(expires_at) > now);
  return (
    <Section
      title="API key"
      text="Authorizes calls to the API of this project. Keep it out of browsers and repositories."
    >
      <div className="flex flex-col gap-3">
        <RolledSecret
          label="API key"
          what="API key"
          secret={apiKey}
          isRollOpen={false}
          note={
            <>
              {" "}
              · <LastUse at={apiKey.last_used_at} />
            </>
          }
        />
        {valid.map((previous) => (
          <PreviousKey key={previous.id} previous={previous} now={now} />
        ))}
      </div>
    </Section>
  );
}

function PreviousKey({ previous, now }: { previous: OwnKey["previous"][number]; now: Date }) {
  const { id, ending, expires_at, last_used_at } = previous;
  return (
    <Callout
      tone="wait"
      title={
        <>
          The key ending in <code className="mono">{ending}</code> expires{" "}
          {relativeTime(new Date(expires_at), now)}
        </>
      }
      action={<RevokeKeyButton kind="api" id={id} name={`the key ending in ${ending}`} label="Expire now…" />}
    >
      Both keys work until <Moment value={expires_at} />. The old one: <LastUse at={last_used_at} />.
    </Callout>
  );
}

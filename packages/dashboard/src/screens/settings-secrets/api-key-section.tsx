/** The project's own API key, and the ones before it that are still valid. */
import type { Secrets } from "@posthorn/contract/keys";
import { SquareTerminal } from "lucide-react";
import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Callout } from "../../ui/callout.tsx";
import { Section } from "../../ui/form/section.tsx";
import { later } from "../../ui/later.tsx";
import { relativeTime } from "../../ui/time.ts";
import { Moment } from "../../ui/timestamp.tsx";
import { useNow } from "../../ui/use-now.ts";
import { LastUse } from "./last-use.tsx";
import { RevokeKeyButton } from "./revoke-key-button.tsx";
import { RolledSecret } from "./rolled-secret.tsx";

const examples = later(() => import("../../resources/api-calls/api-inputs-dialog.tsx"));
const ApiInputsDialog = examples.component((loaded) => loaded.ApiInputsDialog);

type OwnKey = Secrets["api_key"];

export function ApiKeySection({ apiKey }: { apiKey: OwnKey }) {
  const now = useNow();
  const [hasExamples, setHasExamples] = useState(false);
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
              {apiKey.rate_limit === null ? null : ` · ${apiKey.rate_limit} calls per minute`}
            </>
          }
        />
        {valid.map((previous) => (
          <PreviousKey key={previous.id} previous={previous} now={now} />
        ))}
        <Button
          className="self-start"
          icon={<SquareTerminal />}
          onPointerEnter={examples.load}
          onClick={() => setHasExamples(true)}
        >
          API inputs
        </Button>
      </div>
      {hasExamples ? <ApiInputsDialog onClose={() => setHasExamples(false)} /> : null}
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
      action={<RevokeKeyButton kind="api" id={id} name={`the key ending in ${ending}`} />}
    >
      Both keys work until <Moment value={expires_at} />. The old one: <LastUse at={last_used_at} />.
    </Callout>
  );
}

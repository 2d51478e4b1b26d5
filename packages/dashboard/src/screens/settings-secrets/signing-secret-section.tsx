/** The secret that signs deliveries, and how a receiver checks them. */
import type { Secrets } from "@posthorn/contract/keys";
import { Callout } from "../../ui/callout.tsx";
import { CodeBlock } from "../../ui/code-block.tsx";
import { Section } from "../../ui/form/section.tsx";
import { relativeTime } from "../../ui/time.ts";
import { Moment } from "../../ui/timestamp.tsx";
import { useNow } from "../../ui/use-now.ts";
import { RolledSecret } from "./rolled-secret.tsx";
import { verifyingCode } from "./verifying-code.ts";

export function SigningSecretSection({ secret }: { secret: Secrets["signing_secret"] }) {
  const now = useNow();
  const { previous } = secret;
  const isRollOpen = previous !== null && new Date(previous.expires_at) > now;
  return (
    <Section
      title="Signing secret"
      text="Your destinations use it to check that a request comes from Posthorn."
    >
      <div className="flex flex-col gap-3">
        <RolledSecret label="Signing secret" what="signing secret" secret={secret} isRollOpen={isRollOpen} />
        {isRollOpen ? (
          <Callout
            tone="wait"
            title={`The old secret expires ${relativeTime(new Date(previous.expires_at), now)}`}
          >
            Deliveries carry both signatures until <Moment value={previous.expires_at} />.
          </Callout>
        ) : null}
        <CodeBlock code={verifyingCode(secret.headers)} copyLabel="Copy code" />
      </div>
    </Section>
  );
}

/** Whether a test sign-on has worked with the stored connection, and the button that makes one. */
import type { SsoConnection } from "@posthorn/contract/sso";
import { useState } from "react";
import { useSession } from "../../resources/session/use-session.ts";
import { testSso } from "../../resources/session/single-sign-on.ts";
import { Button } from "../../ui/button.tsx";
import { Callout } from "../../ui/callout.tsx";
import { Timestamp } from "../../ui/timestamp.tsx";

const PAGE = "/settings/organization/single-sign-on";

export function TestState({ connection: { tested } }: { connection: SsoConnection }) {
  const { organization } = useSession();
  const [isPending, setIsPending] = useState(false);
  const [failed, setFailed] = useState<string | null>(null);
  const test = async () => {
    setIsPending(true);
    setFailed(null);
    const refusal = await testSso(organization.id, PAGE);
    if (refusal === null) return; // the browser leaves the page
    setFailed(refusal.title);
    setIsPending(false);
  };
  const again = (
    <Button isPending={isPending} onClick={() => void test()}>
      {tested === null ? "Test sign-on" : "Test again"}
    </Button>
  );
  if (failed !== null)
    return (
      <Callout tone="bad" isUrgent title="The test could not begin" action={again}>
        {failed}
      </Callout>
    );
  if (tested === null)
    return (
      <Callout tone="wait" title="Not tested yet" action={again}>
        Sign in at the provider once, to see that it works. You stay signed in here as you are.
      </Callout>
    );
  return (
    <Callout
      tone="ok"
      title={
        <>
          Test sign-on worked in {tested.duration_ms} ms{" "}
          <span className="font-normal text-ink-3">
            <Timestamp value={tested.at} />
          </span>
        </>
      }
      action={again}
    >
      <span className="[overflow-wrap:anywhere]">{tested.email}</span> came back.
    </Callout>
  );
}

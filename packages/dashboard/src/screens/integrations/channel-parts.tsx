/** What the dialog of a channel has, whether it needs an integration or not: a test, its triggers, its failures. */
import type { Channel } from "@posthorn/contract/issue-triggers";
import type { TeamIntegration } from "@posthorn/contract/team-integrations";
import type { ReactNode } from "react";
import { FailedMessages } from "./failed-messages.tsx";
import { TellingTriggers } from "./telling-triggers.tsx";
import { TestMessage } from "./test-message.tsx";

export interface ChannelPartsProps {
  channel: Channel;
  configs: TeamIntegration["configs"];
}

export function ChannelParts(props: ChannelPartsProps) {
  return (
    <>
      <Part title="Test">
        <TestMessage {...props} />
      </Part>
      <Part title="Issue triggers">
        <TellingTriggers {...props} />
      </Part>
      <Part title="Messages that did not arrive">
        <FailedMessages channel={props.channel} />
      </Part>
    </>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="border-t border-line pt-4">
      <h3 className="mb-2 text-sm font-medium">{title}</h3>
      {children}
    </section>
  );
}

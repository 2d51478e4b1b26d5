/**
 * What does a person do before their machine receives events? Install, log in and listen, until a CLI listens to the
 * connection. Then one line says which machine it is.
 */
import type { Connection } from "@posthorn/contract/connections";
import type { CliClient } from "@posthorn/contract/dashboard-api";
import { useState, type ReactNode } from "react";
import { basePath } from "../base-path.ts";
import { cliInstalls, cliListen, cliLogin, type CliInstall } from "./cli-commands.ts";
import { GuideLink } from "../guides/guide-link.tsx";
import { Callout } from "../../ui/callout.tsx";
import { CodeBlock } from "../../ui/code-block.tsx";
import { linkClass } from "../../ui/link-class.ts";
import { SegmentedControl } from "../../ui/segmented-control.tsx";

export interface CliStepsProps {
  connection: Connection;
  /** Undefined until loaded: nobody knows yet whether the steps are needed. */
  clients: readonly CliClient[] | undefined;
}

export function CliSteps({ connection, clients }: CliStepsProps) {
  if (connection.destination.type !== "CLI" || clients === undefined) return null;
  const listening = clients.filter(({ active }) => active);
  if (listening.length > 0)
    return (
      <Callout tone="ok" title={`${listening.map(({ device_name }) => device_name).join(", ")} is listening`}>
        Events go to {connection.destination.config.path ?? "/"} on that machine.
      </Callout>
    );
  return <Steps sourceName={connection.source.name} />;
}

function Steps({ sourceName }: { sourceName: string }) {
  const [install, setInstall] = useState<CliInstall>("npm");
  const address = window.location.origin + basePath;
  const installs = cliInstalls(address);
  const { command = "" } = installs.find(({ value }) => value === install) ?? {};
  return (
    <section aria-label="Receive events on your machine">
      <h3 className="mb-1.5 text-sm font-medium">Receive events on your machine</h3>
      <p className="mb-2 text-sm text-ink-2">
        No CLI listens to this connection yet. Requests that arrive before are ignored.
      </p>
      <ol className="flex flex-col gap-3 text-sm">
        <Step number={1} title="Install the CLI">
          <div className="mb-1.5 max-w-full overflow-x-auto">
            <SegmentedControl label="Install with" value={install} choices={installs} onChange={setInstall} />
          </div>
          <CodeBlock code={command} isWrapped copyLabel="Copy install command" />
        </Step>
        <Step number={2} title="Log in">
          <CodeBlock code={cliLogin(address)} isWrapped copyLabel="Copy login command" />
        </Step>
        <Step number={3} title="Listen, with the port of your local server">
          <CodeBlock code={cliListen(sourceName)} copyLabel="Copy listen command" />
        </Step>
      </ol>
      <p className="mt-3 text-sm text-ink-2">
        The{" "}
        <GuideLink guide="hookdeck-cli" className={linkClass}>
          hookdeck CLI
        </GuideLink>{" "}
        works too.
      </p>
    </section>
  );
}

function Step({ number, title, children }: { number: number; title: string; children: ReactNode }) {
  return (
    <li>
      <p className="mb-1 font-medium">
        <span className="mr-1.5 text-ink-3 tabular-nums">{number}</span>
        {title}
      </p>
      {children}
    </li>
  );
}

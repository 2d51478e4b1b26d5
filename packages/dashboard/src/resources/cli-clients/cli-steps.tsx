/**
 * What does a person do before their machine receives events? Install, configure, log in and listen, until a CLI
 * listens to the connection. Then one line says which machine it is.
 */
import type { Connection } from "@posthorn/contract/connections";
import type { CliClient } from "@posthorn/contract/dashboard-api";
import { useState, type ReactNode } from "react";
import { basePath } from "../base-path.ts";
import { CLI_INSTALLS, CLI_LOGIN, cliConfiguration, cliListen, type CliInstall } from "./cli-commands.ts";
import { Callout } from "../../ui/callout.tsx";
import { CodeBlock } from "../../ui/code-block.tsx";
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
  const { command = "" } = CLI_INSTALLS.find(({ value }) => value === install) ?? {};
  return (
    <section aria-label="Receive events on your machine">
      <h3 className="mb-1.5 text-sm font-medium">Receive events on your machine</h3>
      <p className="mb-2 text-sm text-ink-2">
        No CLI listens to this connection yet. Requests that arrive before are ignored.
      </p>
      <ol className="flex flex-col gap-3 text-sm">
        <Step number={1} title="Install the CLI">
          <div className="mb-1.5 max-w-full overflow-x-auto">
            <SegmentedControl
              label="Install with"
              value={install}
              choices={CLI_INSTALLS}
              onChange={setInstall}
            />
          </div>
          <CodeBlock code={command} isWrapped copyLabel="Copy install command" />
        </Step>
        <Step number={2} title="Name this server in ~/.config/hookdeck/config.toml">
          <CodeBlock
            code={cliConfiguration(window.location.origin + basePath)}
            copyLabel="Copy configuration"
          />
        </Step>
        <Step number={3} title="Log in">
          <CodeBlock code={CLI_LOGIN} copyLabel="Copy login command" />
        </Step>
        <Step number={4} title="Listen, with the port of your local server">
          <CodeBlock code={cliListen(sourceName)} copyLabel="Copy listen command" />
        </Step>
      </ol>
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

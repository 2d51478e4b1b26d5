/**
 * The dialog after a connection was created: its URL, a command to try it, and the first events as they arrive.
 *
 * A new user waits here for the first event, so the dialog polls every two seconds. It also shows the requests that
 * became no event, and why. For a CLI it shows how to make the CLI listen, until one does.
 */
import type { Connection } from "@posthorn/contract/connections";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { cliClientsQuery } from "../../resources/cli-clients/cli-client-queries.ts";
import { CliSteps } from "../../resources/cli-clients/cli-steps.tsx";
import { recentEventsQuery, recentRequestsQuery } from "../../resources/connections/arrival-queries.ts";
import { connectionQuery } from "../../resources/connections/connection-queries.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { TextSkeleton } from "../../ui/skeleton.tsx";
import { Arrivals } from "./arrivals.tsx";
import { Troubleshoot } from "./troubleshoot.tsx";
import { TryIt } from "./try-it.tsx";

export interface ConnectionCreatedProps {
  connectionId: string;
  isTroubleshooting: boolean;
  onTroubleshoot: (isOpen: boolean) => void;
  onClose: () => void;
}

export function ConnectionCreated(props: ConnectionCreatedProps) {
  const { connectionId, isTroubleshooting, onTroubleshoot, onClose } = props;
  const connection = useQuery(connectionQuery(connectionId));
  const { data } = connection;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      size="lg"
      title={data ? `${data.source.name} → ${data.destination.name} is ready` : "Connection created"}
      description="Send a request to the source URL and watch it arrive here."
      footer={
        <>
          <Button variant="quiet" onClick={() => onTroubleshoot(true)} className="mr-auto">
            Troubleshoot
          </Button>
          <Button onClick={onClose}>Done</Button>
          <Link
            to="/events"
            search={{ webhook_id: [connectionId] }}
            className={buttonClass({ variant: "primary" })}
          >
            View all events
          </Link>
        </>
      }
    >
      {data ? (
        <FirstRequest
          connection={data}
          isTroubleshooting={isTroubleshooting}
          onBack={() => onTroubleshoot(false)}
        />
      ) : connection.isError ? (
        <LoadFailed error={connection.error} onRetry={connection.refetch} />
      ) : (
        <TextSkeleton label="the connection" />
      )}
    </Dialog>
  );
}

interface FirstRequestProps {
  connection: Connection;
  isTroubleshooting: boolean;
  onBack: () => void;
}

function FirstRequest({ connection, isTroubleshooting, onBack }: FirstRequestProps) {
  const { source, destination } = connection;
  const events = useQuery(recentEventsQuery(connection));
  const requests = useQuery(recentRequestsQuery(connection));
  const clients = useQuery({ ...cliClientsQuery(connection.id), enabled: destination.type === "CLI" });
  return (
    <div className="flex flex-col gap-4">
      <section aria-label="Source URL">
        <h3 className="mb-1.5 text-sm font-medium">Source URL</h3>
        <div className="flex items-center gap-1 rounded-md border border-line-strong bg-surface py-1 pr-1 pl-3">
          <code className="mono min-w-0 flex-1 py-0.5 [overflow-wrap:anywhere]">{source.url}</code>
          <CopyButton value={source.url} label="Copy source URL" />
        </div>
      </section>
      <CliSteps connection={connection} clients={clients.data?.models} />
      <TryIt connection={connection} />
      <Arrivals
        connection={connection}
        events={events.data?.models ?? []}
        requests={requests.data ?? []}
        isReconnecting={events.isError || requests.isError}
      />
      {isTroubleshooting ? (
        <Troubleshoot
          connection={connection}
          requests={requests.data ?? []}
          clients={clients.data?.models}
          onClose={onBack}
        />
      ) : null}
    </div>
  );
}

/** The machines whose CLI can act on this project. */
import type { CliKey } from "@posthorn/contract/keys";
import { useQuery } from "@tanstack/react-query";
import { cliKeysQuery } from "../../resources/keys/key-queries.ts";
import { Section } from "../../ui/form/section.tsx";
import { LoadFailedLine } from "../../ui/load-failed-line.tsx";
import { TextSkeleton } from "../../ui/skeleton.tsx";
import { Table, Td, Th, Tr } from "../../ui/table.tsx";
import { RevokeKeyButton } from "./revoke-key-button.tsx";

export function CliKeysSection() {
  const keys = useQuery(cliKeysQuery);
  return (
    <Section
      title="CLI keys"
      text="Machines that have logged in with the CLI. Each has the rights of its person, or of the API key that it logged in with."
    >
      {keys.data ? (
        <KeysTable keys={keys.data.models} />
      ) : keys.isError ? (
        <LoadFailedLine what="The CLI keys" error={keys.error} onRetry={keys.refetch} />
      ) : (
        <TextSkeleton label="CLI keys" lines={2} />
      )}
    </Section>
  );
}

/** The server records uses by the day. */
function dayOf(at: string): string {
  return at.slice(0, "2026-11-15".length);
}

function KeysTable({ keys }: { keys: readonly CliKey[] }) {
  if (keys.length === 0) return <p className="text-sm text-ink-2">No machine has logged in.</p>;
  return (
    <Table label="List of CLI keys" boxClassName="w-full">
      <thead>
        <tr>
          <Th>Machine</Th>
          <Th>Logged in by</Th>
          <Th>Last used</Th>
          <Th>
            <span className="sr-only">Actions</span>
          </Th>
        </tr>
      </thead>
      <tbody>
        {keys.map((key) => (
          <Tr key={key.id}>
            <Td className="max-w-60 truncate font-medium">{key.device_name}</Td>
            <Td className="max-w-60 truncate">
              {key.user ? (
                <span data-tooltip={key.user.email}>{key.user.name}</span>
              ) : (
                `API key ${key.api_key_name}`
              )}
            </Td>
            <Td className="tabular-nums">{dayOf(key.last_used_at)}</Td>
            <Td className="text-right">
              <RevokeKeyButton kind="cli" id={key.id} name={`the CLI key of ${key.device_name}`} />
            </Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}

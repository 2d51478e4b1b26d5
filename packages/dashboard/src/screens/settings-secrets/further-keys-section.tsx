/** Further API keys of the project: name, role, limit, last use. */
import type { ApiKey } from "@posthorn/contract/keys";
import { useQuery } from "@tanstack/react-query";
import { Pencil, Plus } from "lucide-react";
import { useState } from "react";
import { apiKeysQuery } from "../../resources/keys/key-queries.ts";
import { ROLE_LABELS } from "../../resources/people/role-labels.ts";
import { Button } from "../../ui/button.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Section } from "../../ui/form/section.tsx";
import { later } from "../../ui/later.tsx";
import { LoadFailedLine } from "../../ui/load-failed-line.tsx";
import { TextSkeleton } from "../../ui/skeleton.tsx";
import { Table, Td, Th, Tr } from "../../ui/table.tsx";
import { Timestamp } from "../../ui/timestamp.tsx";
import { RevokeKeyButton } from "./revoke-key-button.tsx";

const newKey = later(() => import("./new-key-dialog.tsx"));
const NewKeyDialog = newKey.component((loaded) => loaded.NewKeyDialog);
const limit = later(() => import("./limit-dialog.tsx"));
const LimitDialog = limit.component((loaded) => loaded.LimitDialog);

export function FurtherKeysSection() {
  const keys = useQuery(apiKeysQuery);
  const [isNew, setIsNew] = useState(false);
  return (
    <Section
      title="Further API keys"
      text="One for each program, so that you can see which is in use and revoke it alone. Each is shown once."
    >
      <div className="flex flex-col items-start gap-3">
        {keys.data ? (
          <KeysTable keys={keys.data.models} />
        ) : keys.isError ? (
          <LoadFailedLine what="The further keys" error={keys.error} onRetry={keys.refetch} />
        ) : (
          <TextSkeleton label="further keys" lines={2} />
        )}
        <Button icon={<Plus />} onPointerEnter={newKey.load} onClick={() => setIsNew(true)}>
          Create API key…
        </Button>
      </div>
      {isNew ? <NewKeyDialog onClose={() => setIsNew(false)} /> : null}
    </Section>
  );
}

function KeysTable({ keys }: { keys: readonly ApiKey[] }) {
  const [limited, setLimited] = useState<ApiKey | null>(null);
  if (keys.length === 0) return <p className="text-sm text-ink-2">No further keys.</p>;
  return (
    <>
      <Table label="List of further API keys" boxClassName="w-full">
        <thead>
          <tr>
            <Th>Name</Th>
            <Th>Role</Th>
            <Th>Calls per minute</Th>
            <Th>Last used</Th>
            <Th>Created</Th>
            <Th>
              <span className="sr-only">Actions</span>
            </Th>
          </tr>
        </thead>
        <tbody>
          {keys.map((key) => (
            <Tr key={key.id}>
              <Td className="max-w-60 truncate font-medium">{key.name}</Td>
              <Td>{ROLE_LABELS[key.role]}</Td>
              <Td className="tabular-nums">
                <span className="flex items-center gap-1">
                  {key.rate_limit ?? "Default"}{" "}
                  <IconButton
                    size="sm"
                    label={`Change the limit of the key ${key.name}…`}
                    icon={<Pencil />}
                    onPointerEnter={limit.load}
                    onClick={() => setLimited(key)}
                  />
                </span>
              </Td>
              <Td>{key.last_used_at === null ? "Never" : <Timestamp value={key.last_used_at} />}</Td>
              <Td>
                <Timestamp value={key.created_at} />
                {key.created_by === null ? null : ` by ${key.created_by}`}
              </Td>
              <Td className="text-right">
                <RevokeKeyButton kind="api" id={key.id} name={`the key ${key.name}`} />
              </Td>
            </Tr>
          ))}
        </tbody>
      </Table>
      {limited === null ? null : <LimitDialog apiKey={limited} onClose={() => setLimited(null)} />}
    </>
  );
}

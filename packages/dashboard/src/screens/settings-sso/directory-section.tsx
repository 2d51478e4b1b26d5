/** Whether people and their roles come from the organization's directory, where it calls Posthorn, and with which tokens. */
import type { Directory, DirectoryToken } from "@posthorn/contract/directory-sync";
import { DIRECTORY_NEEDS_DOMAIN, DIRECTORY_TOKENS_FULL } from "@posthorn/contract/directory-texts";
import { DIRECTORY_TOKENS_MAX } from "@posthorn/contract/limits";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import {
  useAddToken,
  useRevokeToken,
  useTurnDirectoryOff,
  useTurnDirectoryOn,
} from "../../resources/directory/directory-actions.ts";
import { directoryQuery } from "../../resources/directory/directory-queries.ts";
import { useSession } from "../../resources/session/use-session.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { Section } from "../../ui/form/section.tsx";
import { Input } from "../../ui/input.tsx";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { SecretValue } from "../../ui/secret-value.tsx";
import { TextSkeleton } from "../../ui/skeleton.tsx";
import { Timestamp } from "../../ui/timestamp.tsx";
import { DirectoryGroups } from "./directory-groups.tsx";

/** `hasDomain`: a mail domain is proven. */
export function DirectorySection({ hasDomain }: { hasDomain: boolean }) {
  const { organization } = useSession();
  const sync = useQuery(directoryQuery(organization.id));
  /** Kept only here: the server shows a token once. */
  const [token, setToken] = useState<string | null>(null);
  // Here, because the button is gone when the token comes.
  const { mutate: turnOn, isPending } = useTurnDirectoryOn();
  return (
    <Section
      title="Directory sync"
      text="Joins, leaves and roles follow your directory, which calls Posthorn (SCIM 2.0). Of several groups, the highest role counts."
    >
      {sync.data === undefined ? (
        sync.isError ? (
          <LoadFailed error={sync.error} onRetry={sync.refetch} />
        ) : (
          <TextSkeleton label="directory sync" />
        )
      ) : sync.data.directory === null ? (
        <TurnOn
          hasDomain={hasDomain}
          isPending={isPending}
          onTurnOn={(done) =>
            turnOn(undefined, { onSuccess: (reply) => setToken(reply.token), onSettled: done })
          }
        />
      ) : (
        <Present baseUrl={sync.data.base_url} directory={sync.data.directory} onToken={setToken} />
      )}
      {token === null ? null : (
        <TokenDialog baseUrl={sync.data?.base_url ?? ""} token={token} onClose={() => setToken(null)} />
      )}
    </Section>
  );
}

interface TurnOnProps {
  hasDomain: boolean;
  isPending: boolean;
  /** Calls `done` in the end, also after a failure. */
  onTurnOn: (done: () => void) => void;
}

function TurnOn({ hasDomain, isPending, onTurnOn }: TurnOnProps) {
  const [isAsking, setIsAsking] = useState(false);
  const close = () => setIsAsking(false);
  return (
    <>
      <Button
        disabledReason={hasDomain ? undefined : DIRECTORY_NEEDS_DOMAIN}
        onClick={() => setIsAsking(true)}
      >
        Turn on directory sync…
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title="Turn on directory sync?"
        description="From then on, people join, leave and get their roles through your directory. Open invitations end, and nobody can be invited, leave or get another role by hand. Members stay until the directory says otherwise; you stay in any case."
        confirmLabel="Turn on"
        isPending={isPending}
        onConfirm={() => onTurnOn(close)}
        onClose={close}
      />
    </>
  );
}

interface PresentProps {
  baseUrl: string;
  directory: Directory;
  onToken: (token: string) => void;
}

function Present({ baseUrl, directory, onToken }: PresentProps) {
  const { mutate: add, isPending } = useAddToken();
  const { tokens } = directory;
  const isFull = tokens.length >= DIRECTORY_TOKENS_MAX;
  return (
    <div className="flex flex-col gap-4">
      <Field label="Base URL">
        <Input
          isMono
          readOnly
          value={baseUrl}
          end={<CopyButton value={baseUrl} label="Copy the base URL" />}
        />
      </Field>
      <div className="flex flex-col gap-2">
        <ul
          aria-label="Tokens"
          className="divide-y divide-line rounded-md border border-line bg-surface empty:hidden"
        >
          {tokens.map((token) => (
            <TokenRow key={token.id} token={token} />
          ))}
        </ul>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <Button
            isPending={isPending}
            disabledReason={isFull ? DIRECTORY_TOKENS_FULL : undefined}
            onClick={() => add(undefined, { onSuccess: (reply) => onToken(reply.token) })}
          >
            {tokens.length === 0 ? "New token" : "Roll token"}
          </Button>
          <p className="min-w-0 flex-1 text-sm text-ink-3">
            <LastSync directory={directory} />
          </p>
        </div>
      </div>
      <DirectoryGroups directory={directory} />
      <TurnOff />
    </div>
  );
}

function counted(count: number, one: string, many: string): string {
  return count === 1 ? `1 ${one}` : `${count} ${many}`;
}

function LastSync({ directory: { last_call_at, people, members } }: { directory: Directory }) {
  if (last_call_at === null) return "The directory has not called yet.";
  return (
    <>
      Last sync <Timestamp value={last_call_at} /> · {counted(people, "person", "people")} synced ·{" "}
      {counted(members, "member", "members")}
    </>
  );
}

function TokenRow({ token }: { token: DirectoryToken }) {
  const { mutate: revoke, isPending } = useRevokeToken();
  const [isAsking, setIsAsking] = useState(false);
  const close = () => setIsAsking(false);
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2 text-sm">
      <span>
        Token ending in <span className="mono">{token.ending}</span>
      </span>
      <span className="ml-auto text-ink-3">
        {token.last_used_at === null ? (
          "Never used"
        ) : (
          <>
            Last used <Timestamp value={token.last_used_at} />
          </>
        )}
      </span>
      <Button
        size="sm"
        variant="danger"
        aria-label={`Revoke the token ending in ${token.ending}…`}
        onClick={() => setIsAsking(true)}
      >
        Revoke…
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={`Revoke the token ending in ${token.ending}?`}
        description="A directory that calls with it is refused at once. Members stay."
        confirmLabel="Revoke"
        isDanger
        isPending={isPending}
        onConfirm={() => revoke(token, { onSettled: close })}
        onClose={close}
      />
    </li>
  );
}

function TokenDialog({ baseUrl, token, onClose }: { baseUrl: string; token: string; onClose: () => void }) {
  return (
    <Dialog
      isOpen
      title="Give this to your directory"
      description="Copy the token now. Posthorn does not show it again."
      onClose={onClose}
      footer={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <Field label="Base URL">
          <Input
            isMono
            readOnly
            value={baseUrl}
            end={<CopyButton value={baseUrl} label="Copy the base URL for the directory" />}
          />
        </Field>
        <SecretValue label="Token" value={token} />
      </div>
    </Dialog>
  );
}

function TurnOff() {
  const { mutate: turnOff, isPending } = useTurnDirectoryOff();
  const [isAsking, setIsAsking] = useState(false);
  const close = () => setIsAsking(false);
  return (
    <div>
      <Button variant="danger" onClick={() => setIsAsking(true)}>
        Turn off directory sync…
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title="Turn off directory sync?"
        description="Tokens and groups are forgotten. Members stay with the roles that they have, and you manage them here again."
        confirmLabel="Turn off"
        isDanger
        isPending={isPending}
        onConfirm={() => turnOff(undefined, { onSettled: close })}
        onClose={close}
      />
    </div>
  );
}

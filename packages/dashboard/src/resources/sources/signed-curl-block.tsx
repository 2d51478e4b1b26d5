/**
 * A command that an authenticated source accepts. The page shows it without the secret; the copy has it.
 */
import { isSignedByProviderAlone } from "@posthorn/contract/catalogue/recipes-of";
import { authMethodLabel } from "@posthorn/contract/source-catalogue";
import type { SourceAuthType } from "@posthorn/contract/source-types";
import type { Source } from "@posthorn/contract/sources";
import { useQuery } from "@tanstack/react-query";
import { CodeBlock } from "../../ui/code-block.tsx";
import { LoadFailedLine } from "../../ui/load-failed-line.tsx";
import { TextSkeleton } from "../../ui/skeleton.tsx";
import { useRefusal } from "../session/use-refusal.ts";
import { signedCurl } from "./signed-curl.ts";
import { sourceWithSecretsQuery } from "./source-queries.ts";

export function SignedCurlBlock({ source: { id, type, config } }: { source: Source }) {
  const refusal = useRefusal("configure");
  const source = useQuery({ ...sourceWithSecretsQuery(id), enabled: refusal === undefined });
  if (refusal !== undefined)
    return (
      <Note>
        The source accepts only senders that prove themselves. A member can copy a command with its secret.
      </Note>
    );
  if (source.isError)
    return <LoadFailedLine what="The secret of the source" error={source.error} onRetry={source.refetch} />;
  if (!source.data) return <TextSkeleton label="the command" />;
  const curl = signedCurl(source.data);
  if (curl === null) return <Note>{whyNone(config.auth_type ?? type)}</Note>;
  return (
    <>
      <CodeBlock
        code={curl.shown}
        copied={curl.command}
        isWrapped
        copyLabel="Copy cURL command"
        copiedText="Copied cURL command with the secret to clipboard"
      />
      <p className="mt-1.5 text-xs text-ink-3">The copied command contains the secret of the source.</p>
    </>
  );
}

function whyNone(method: SourceAuthType): string {
  const label = authMethodLabel(method);
  return isSignedByProviderAlone(method)
    ? `Only ${label} has the key that signs its requests. A test event goes through this connection without the check.`
    : `A short command cannot sign as ${label} does. Send a test request: Posthorn signs it with the secret of the source.`;
}

function Note({ children }: { children: React.ReactNode }) {
  return <p className="rounded-md bg-sunken px-3 py-2 text-sm text-ink-2">{children}</p>;
}

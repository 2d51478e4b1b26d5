/** The token of a managed source, which its sender needs. Only members may see it. */
import { useQuery } from "@tanstack/react-query";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { SecretValue } from "../../ui/secret-value.tsx";
import { TextSkeleton } from "../../ui/skeleton.tsx";
import { useRefusal } from "../session/use-refusal.ts";
import { sourceWithSecretsQuery } from "./source-queries.ts";

export function SourceToken({ sourceId }: { sourceId: string }) {
  const refusal = useRefusal("configure");
  const source = useQuery({ ...sourceWithSecretsQuery(sourceId), enabled: refusal === undefined });
  if (refusal !== undefined) return <p className="text-sm text-ink-2">The token is hidden. {refusal}</p>;
  if (source.isPending) return <TextSkeleton label="Source Token" lines={1} />;
  if (!source.data) return <LoadFailed error={source.error} onRetry={source.refetch} />;
  const token: unknown = source.data.config.auth?.["token"];
  return typeof token === "string" ? <SecretValue label="Source Token" value={token} /> : null;
}

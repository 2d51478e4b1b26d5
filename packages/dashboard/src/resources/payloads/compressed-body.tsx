/**
 * A body that its sender compressed: what is in it, with a word that it came compressed, or why it cannot be shown.
 *
 * Few bodies are compressed, so load this with `lazy`. Deliveries send the bytes as they came; a person can save them.
 */
import { useQuery } from "@tanstack/react-query";
import { LARGE_PAYLOAD_BYTES } from "@posthorn/contract/limits";
import { Download } from "lucide-react";
import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Callout } from "../../ui/callout.tsx";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { saveFile } from "../../ui/save-file.ts";
import { TextSkeleton } from "../../ui/skeleton.tsx";
import { toast } from "../../ui/toast.ts";
import { firstMessage } from "../api/api-failure.ts";
import { contentQuery, loadBytes, type BodyOwner } from "./content-query.ts";
import { PayloadBody } from "./payload-body.tsx";

export interface CompressedBodyProps {
  owner: BodyOwner;
  id: string;
  /** "gzip" */
  coding: string;
  contentType: string | null;
}

const LIMIT_MB = LARGE_PAYLOAD_BYTES / 1_000_000;

export function CompressedBody({ owner, id, coding, contentType }: CompressedBodyProps) {
  const body = useQuery(contentQuery(owner, id));
  if (body.isError) return <LoadFailed error={body.error} onRetry={body.refetch} />;
  if (!body.data) return <TextSkeleton label="body" lines={6} />;
  const { content } = body.data;
  if (content === null)
    return (
      <Callout
        tone="off"
        title={`The body is compressed (${coding}) and cannot be shown`}
        action={<SaveButton owner={owner} id={id} coding={coding} />}
      >
        It is broken, larger than {LIMIT_MB} MB when decoded, or in a coding that Posthorn does not know. It
        is delivered as it came.
      </Callout>
    );
  return (
    <div>
      <PayloadBody text={content} contentType={contentType} />
      <p className="mt-1.5 flex flex-wrap items-center justify-between gap-2 text-xs text-ink-2">
        Sent compressed ({coding}), shown decoded. It is delivered as it came.
        <SaveButton owner={owner} id={id} coding={coding} />
      </p>
    </div>
  );
}

function SaveButton({ owner, id, coding }: Pick<CompressedBodyProps, "owner" | "id" | "coding">) {
  const [isSaving, setIsSaving] = useState(false);
  const save = async () => {
    setIsSaving(true);
    try {
      const bytes = new Uint8Array(await loadBytes(owner, id));
      saveFile(`${id}.${fileEnding(coding)}`, new Blob([bytes], { type: "application/octet-stream" }));
    } catch (error) {
      toast.error("The body could not be loaded", { description: firstMessage(error) });
    } finally {
      setIsSaving(false);
    }
  };
  return (
    <Button size="sm" icon={<Download aria-hidden />} isPending={isSaving} onClick={() => void save()}>
      Download body
    </Button>
  );
}

/** Programs that unpack files know them by their endings. */
function fileEnding(coding: string): string {
  if (coding === "gzip" || coding === "x-gzip") return "gz";
  return coding === "br" ? "br" : "bin";
}

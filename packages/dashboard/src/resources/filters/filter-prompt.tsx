/**
 * A filter from a sentence, by the AI service that the operator has set up. Absent where there is none. It says that
 * the request is shared, before anything is sent.
 */
import { completeFilter, type FilterParts, type FilterTestInput } from "@posthorn/contract/filter-trials";
import { FILTER_PROMPT_MAX_CHARACTERS } from "@posthorn/contract/limits";
import { useMutation } from "@tanstack/react-query";
import { Sparkles } from "lucide-react";
import { useId, useState } from "react";
import { toast } from "../../ui/toast.ts";
import { Button } from "../../ui/button.tsx";
import { Input } from "../../ui/input.tsx";
import { firstMessage } from "../api/api-failure.ts";
import { call } from "../api/call.ts";
import { useRefusal } from "../session/use-refusal.ts";
import { useSession } from "../session/use-session.ts";

export interface FilterPromptProps {
  filter: () => FilterParts;
  input: () => FilterTestInput;
  onComplete: (filter: FilterParts) => void;
}

export function FilterPrompt({ filter, input, onComplete }: FilterPromptProps) {
  const { filter_completion } = useSession();
  const refusal = useRefusal("configure");
  const [prompt, setPrompt] = useState("");
  const noteId = useId();
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      call(completeFilter, { body: { prompt: prompt.trim(), filter: filter(), input: input() } }),
    onSuccess: (reply) => {
      onComplete(reply.filter);
      toast.success("Filter updated based on AI completion.");
    },
    onError: (error) =>
      toast.error("Filter couldn't be automatically generated. Enter a filter manually.", {
        description: firstMessage(error),
      }),
  });
  if (!filter_completion) return null;
  return (
    <form
      className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1.5 border-b border-line bg-bg px-4 py-2.5 max-sm:px-3"
      onSubmit={(submit) => {
        submit.preventDefault();
        if (prompt.trim() !== "" && !isPending && refusal === undefined) mutate();
      }}
    >
      <Input
        aria-label="Describe the filter"
        aria-describedby={noteId}
        placeholder="Paid orders from 50 up that ship to Switzerland"
        icon={<Sparkles />}
        maxLength={FILTER_PROMPT_MAX_CHARACTERS}
        value={prompt}
        onChange={({ target }) => setPrompt(target.value)}
        className="min-w-50 flex-1"
      />
      <Button
        type="submit"
        isPending={isPending}
        disabledReason={refusal ?? (prompt.trim() === "" ? "Describe the filter first" : undefined)}
      >
        Generate filter
      </Button>
      <p id={noteId} className="text-xs text-ink-2">
        Request data is shared with an AI provider.
      </p>
    </form>
  );
}

/** The usual reasons for which requests of this source's sender fail. Loads with the first such request. */
import { authMethodLabel, mistakesOf } from "@posthorn/contract/source-catalogue";
import type { Source } from "@posthorn/contract/sources";
import { useId } from "react";

export function UsualMistakes({ source: { type, config } }: { source: Pick<Source, "type" | "config"> }) {
  const id = useId();
  const method = config.auth_type ?? type;
  const mistakes = mistakesOf(method);
  if (mistakes.length === 0) return null;
  return (
    <div className="mb-3 text-sm">
      <p id={id} className="font-medium">
        Usual mistakes with {authMethodLabel(method)}
      </p>
      <ul aria-labelledby={id} className="mt-1 list-disc pl-5 text-ink-2">
        {mistakes.map((mistake) => (
          <li key={mistake}>{mistake}</li>
        ))}
      </ul>
    </div>
  );
}

/** A secret that can only be read: masked, with buttons to reveal and to copy it. In a form, use `SecretField`. */
import { Eye, EyeOff } from "lucide-react";
import { useState } from "react";
import { CopyButton } from "./copy-button.tsx";
import { IconButton } from "./icon-button.tsx";

const MASK = "•".repeat(24);

export interface SecretValueProps {
  label: string;
  value: string;
  /** The last characters, which stay readable, so that a person can recognize the secret. */
  endingCharacters?: number;
  /** The name stands elsewhere on the page. */
  isLabelHidden?: boolean;
}

export function SecretValue({ label, value, endingCharacters = 0, isLabelHidden = false }: SecretValueProps) {
  const [isRevealed, setIsRevealed] = useState(false);
  const ending = endingCharacters === 0 ? "" : value.slice(-endingCharacters);
  return (
    <div className="flex min-w-0 flex-1 flex-col gap-1.5">
      <span className={isLabelHidden ? "sr-only" : "text-sm font-medium"}>{label}</span>
      <span className="flex min-h-8 items-center gap-1 rounded-md border border-line bg-sunken pr-1 pl-2.5">
        <span className="mono min-w-0 flex-1 [overflow-wrap:anywhere]">
          {isRevealed ? (
            value
          ) : (
            <span className="flex whitespace-nowrap">
              <span aria-hidden className="min-w-0 overflow-hidden">
                {MASK}
              </span>
              <span className="sr-only">{ending === "" ? "hidden" : "hidden, ending in "}</span>
              {ending}
            </span>
          )}
        </span>
        <IconButton
          size="sm"
          label={`${isRevealed ? "Hide" : "Reveal"} ${label}`}
          icon={isRevealed ? <EyeOff /> : <Eye />}
          onClick={() => setIsRevealed(!isRevealed)}
        />
        <CopyButton value={value} label={`Copy ${label}`} />
      </span>
    </div>
  );
}

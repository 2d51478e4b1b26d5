/** A secret that can only be read: masked, with buttons to reveal and to copy it. In a form, use `SecretField`. */
import { Eye, EyeOff } from "lucide-react";
import { useState } from "react";
import { CopyButton } from "./copy-button.tsx";
import { IconButton } from "./icon-button.tsx";

const MASK = "•".repeat(24);

export function SecretValue({ label, value }: { label: string; value: string }) {
  const [isRevealed, setIsRevealed] = useState(false);
  return (
    <div className="flex flex-col gap-1.5">
      <span className="text-sm font-medium">{label}</span>
      <span className="flex min-h-8 items-center gap-1 rounded-md border border-line bg-sunken pr-1 pl-2.5">
        <span className="mono min-w-0 flex-1 [overflow-wrap:anywhere]">
          {isRevealed ? value : <span aria-label="hidden">{MASK}</span>}
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

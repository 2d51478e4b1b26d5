/**
 * One line above the page: which words of the address it left out. Most addresses are our own and have none, so this code
 * loads when the router had to change the address.
 */
import { useRouter } from "@tanstack/react-router";
import { Info, X } from "lucide-react";
import { useEffect } from "react";
import { IconButton } from "../../ui/icon-button.tsx";
import type { ReadAddress } from "./left-out.tsx";
import { leftOutText, leftOutWords } from "./left-out-words.ts";
import { PageBar } from "./page-bar.tsx";

export function LeftOutBar({ asked, kept, onEnd }: ReadAddress & { onEnd: () => void }) {
  const router = useRouter();
  const words = leftOutWords(asked, kept);
  useEffect(
    () => router.subscribe("onBeforeNavigate", ({ pathChanged }) => void (pathChanged && onEnd())),
    [router, onEnd],
  );
  if (words.length === 0) return null;
  return (
    <PageBar
      icon={Info}
      iconClass="text-ink-3"
      action={<IconButton label="Dismiss" icon={<X />} onClick={onEnd} />}
    >
      {leftOutText(words)}
    </PageBar>
  );
}

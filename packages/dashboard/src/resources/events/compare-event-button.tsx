/**
 * Compares an event with another one. The choice leads to an address, so a comparison can be shared.
 *
 * In the head of a panel, where room is short, it has no words.
 */
import type { Event } from "@posthorn/contract/events";
import { GitCompare } from "lucide-react";
import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { later } from "../../ui/later.tsx";

const ChooseCompared = later(() => import("./choose-compared.tsx")).component(
  (loaded) => loaded.ChooseCompared,
);

export interface CompareEventButtonProps {
  event: Event;
  isInPanel?: boolean;
}

export function CompareEventButton({ event, isInPanel = false }: CompareEventButtonProps) {
  const [isChoosing, setIsChoosing] = useState(false);
  if (!event.data) return null;
  const choose = () => setIsChoosing(true);
  return (
    <>
      {isInPanel ? (
        <IconButton size="sm" label="Compare with…" icon={<GitCompare />} onClick={choose} />
      ) : (
        <Button size="sm" icon={<GitCompare aria-hidden />} onClick={choose}>
          Compare with…
        </Button>
      )}
      {isChoosing ? <ChooseCompared event={event} onClose={() => setIsChoosing(false)} /> : null}
    </>
  );
}

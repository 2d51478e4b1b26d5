/** Compares an event with another one. The choice leads to an address, so a comparison can be shared. */
import type { Event } from "@posthorn/contract/events";
import { GitCompare } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { Button } from "../../ui/button.tsx";

const ChooseCompared = lazy(async () => ({
  default: (await import("./choose-compared.tsx")).ChooseCompared,
}));

export function CompareEventButton({ event }: { event: Event }) {
  const [isChoosing, setIsChoosing] = useState(false);
  if (!event.data) return null;
  return (
    <>
      <Button size="sm" icon={<GitCompare aria-hidden />} onClick={() => setIsChoosing(true)}>
        Compare with…
      </Button>
      {isChoosing ? (
        <Suspense>
          <ChooseCompared event={event} onClose={() => setIsChoosing(false)} />
        </Suspense>
      ) : null}
    </>
  );
}

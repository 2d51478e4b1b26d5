/**
 * Says above the page what it left out of the address that a person opened. The line stays until the person dismisses it
 * or goes to another page.
 */
import { useRouter } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { later } from "../../ui/later.tsx";
import { takeAsked } from "../asked-address.ts";

const LeftOutBar = later(() => import("./left-out-bar.tsx")).component((loaded) => loaded.LeftOutBar);

/** The search of an address, as a person gave it and as the page understood it. */
export interface ReadAddress {
  asked: string;
  kept: string;
}

export function LeftOut() {
  const router = useRouter();
  const [read, setRead] = useState<ReadAddress | null>(null);
  useEffect(() => {
    // The router has put the address in order while it was mounted.
    const kept = router.latestLocation.searchStr;
    const asked = takeAsked() ?? kept;
    // oxlint-disable-next-line react/set-state-in-effect -- only now the router, an external system, has both
    if (asked !== kept) setRead({ asked, kept });
  }, [router]);
  return read ? <LeftOutBar {...read} onEnd={() => setRead(null)} /> : null;
}

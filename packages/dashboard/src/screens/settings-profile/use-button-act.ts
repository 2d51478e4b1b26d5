/** A change of the account that one press makes: it runs once at a time, and a toast says how it ended. */
import { useState } from "react";
import { useAccountActs } from "../../resources/account/use-account-acts.ts";
import { toast } from "../../ui/toast.ts";

type ActName = Parameters<ReturnType<typeof useAccountActs>>[0];

export function useButtonAct(name: ActName, said: string) {
  const act = useAccountActs();
  const [isPending, setIsPending] = useState(false);
  const run = async (body: object) => {
    setIsPending(true);
    const { refusal } = await act(name, body);
    setIsPending(false);
    if (refusal) toast.error(refusal.title, { description: refusal.text });
    else toast.success(said);
  };
  return { isPending, run: (body: object = {}) => void run(body) };
}

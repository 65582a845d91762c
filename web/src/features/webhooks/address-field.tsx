/** The address field of a webhook endpoint, checked before the request is sent. */
import { useState } from "react";
import { t } from "@/lib/language";
import { webhookAddressProblem } from "@/lib/webhook-address";
import { TextField } from "@/ui/field";

/** What is typed, its problem, and whether it may be sent. */
export function useAddress(saved: string) {
  const [typed, setTyped] = useState(saved);
  const [checked, setChecked] = useState<string | null>(null);
  const found = typed === saved && saved !== "" ? null : webhookAddressProblem(typed);
  return {
    typed,
    setTyped,
    problem: checked === typed ? found?.text : undefined,
    /** A second attempt with the same address leaves the decision to the server, where it can differ. */
    check: (): boolean => {
      setChecked(typed);
      return found === null || (!found.isFinal && checked === typed);
    },
  };
}

type Props = { address: ReturnType<typeof useAddress>; refused: string | undefined };

export function AddressField({ address, refused }: Props) {
  return (
    <TextField
      label={t("Address")}
      name="url"
      type="url"
      inputMode="url"
      autoComplete="off"
      placeholder="https://shop.example/hooks/tollgate"
      value={address.typed}
      onChange={({ target }) => address.setTyped(target.value)}
      help={t(
        "Must use https and be reachable from the internet. Use a tunnel to receive events on your own computer.",
      )}
      error={refused ?? address.problem}
    />
  );
}

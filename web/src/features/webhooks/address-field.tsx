/** The address field of a webhook endpoint, validated before the request is sent. */
import { useState } from "react";
import { t } from "@/lib/language";
import { webhookAddressProblem } from "@/lib/webhook-address";
import { TextField } from "@/ui/field";

/** Returns the typed address, its problem, and a check before submission. */
export function useAddress(saved: string) {
  const [typed, setTyped] = useState(saved);
  const [checked, setChecked] = useState<string | null>(null);
  const finding = typed === saved && saved !== "" ? null : webhookAddressProblem(typed);
  return {
    typed,
    setTyped,
    problem: checked === typed ? finding?.text : undefined,
    /** A second submission of the same address lets the server decide, if the server may accept it. */
    check: (): boolean => {
      setChecked(typed);
      return finding === null || (!finding.isFinal && checked === typed);
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

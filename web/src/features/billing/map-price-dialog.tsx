/** Maps a price that was made in Stripe's dashboard to a version of a plan, for owners who come with subscribers. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type SubmitEvent, useState } from "react";
import { useApi } from "@/api/client";
import { mapStripePrice } from "@/api/plans";
import { useWebsiteScope } from "@/api/website-scope";
import { t } from "@/lib/language";
import { problemOf } from "@/lib/problem";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { DialogActions } from "@/ui/dialog-actions";
import { TextField } from "@/ui/field";
import { Refusal } from "@/ui/refusal";
import { toast } from "@/ui/toast";

type Props = { code: string; version: number; onClose: () => void };

export function MapPriceDialog({ code, version, onClose }: Props) {
  const map = useMutation(mapStripePrice(useApi(), useQueryClient(), useWebsiteScope()));
  const [typed, setTyped] = useState("");
  const [isChecked, setChecked] = useState(false);
  const id = typed.trim();
  const isId = /^price_\w{1,240}$/.test(id);
  const problem = map.error ? problemOf(map.error) : null;
  // The only object that this request can miss is the price.
  const isMissing = problem?.status === 404;
  const refused = isMissing
    ? t("Stripe has no such price in this account and mode. Copy the id from its page.")
    : problem?.fields.get("price");

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    setChecked(true);
    if (!isId) {
      event.currentTarget.querySelector<HTMLElement>("input")?.focus();
      return;
    }
    if (map.isPending) return;
    map.mutate(
      { code, version, id },
      {
        onSuccess: () => {
          toast(t("The price is mapped. Its subscriptions get their credits within a minute."));
          onClose();
        },
      },
    );
  }

  return (
    <Dialog
      title={t("Map a price of Stripe")}
      note={t(
        "Subscriptions with this price then get the credits of version {version}, also for the period that is paid already. A mapping stays.",
        { version },
      )}
      onClose={onClose}
    >
      <form onSubmit={submit} noValidate className="grid gap-4">
        <TextField
          label={t("Id of the price")}
          autoComplete="off"
          spellCheck={false}
          className="font-mono text-sm"
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value);
            map.reset();
          }}
          help={t(
            "In Stripe, open the product and copy the id of the price. Amount, currency and period must be those of the version.",
          )}
          error={
            isChecked && !isId
              ? t("Enter an id that begins with price_, as Stripe shows it.")
              : refused
          }
        />
        {map.error && refused === undefined && <Refusal error={map.error} repeatable />}
        <DialogActions>
          <Button type="submit" variant="primary" busy={map.isPending}>
            {t("Map price")}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

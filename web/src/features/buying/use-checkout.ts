/** Starts a purchase: opens Stripe's page, which sends the buyer back. */
import { useMutation } from "@tanstack/react-query";
import { startCheckout } from "@/api/buying";
import { useApi } from "@/api/client";
import type { MyCheckoutRequest } from "@/api/types";
import { language } from "@/lib/language";
import { paths } from "@/paths";
import type { Seller } from "./sellers";

type Item = Pick<MyCheckoutRequest, "pack" | "plan" | "quantity" | "currency">;

/** `here` is the path to which a buyer who leaves comes back. */
export function useCheckout({ website, mode }: Pick<Seller, "website" | "mode">, here: string) {
  const start = useMutation(startCheckout(useApi()));
  const seller = website === null ? {} : { website };
  // A buyer who comes back sees this website, even without a balance there.
  const query = new URLSearchParams({ ...seller, ...(mode === "test" && { test: "1" }) });
  const done = `${paths.bought()}?${query}`;
  const buy = (item: Item) =>
    start.mutate(
      {
        ...item,
        ...seller,
        mode,
        success_url: `${location.origin}${done}`,
        cancel_url: `${location.origin}${here}?${query}`,
        locale: language,
      },
      { onSuccess: ({ id, url }) => location.assign(url ?? `${done}&checkout=${id}`) },
    );
  return { buy, error: start.error, isPending: start.isPending };
}

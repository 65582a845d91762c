/** The step to the first sale: connect Stripe, add a pack, buy one with a test card. */
import { useQuery } from "@tanstack/react-query";
import { connectionsQuery, packsQuery, paymentsQuery } from "@/api/billing";
import { useApi } from "@/api/client";
import { useWebsiteScope } from "@/api/website-scope";
import { t } from "@/lib/language";
import { paths } from "@/paths";

/** Returns the step with its next part; a part is done even while a later one is missing. */
export function useSellingStep() {
  const api = useApi();
  const scope = useWebsiteScope();
  const { data: connections } = useQuery(connectionsQuery(api, scope));
  const { data: packs } = useQuery(packsQuery(api, scope));
  const hasPack = (packs?.items.length ?? 0) > 0;
  const { data: payments } = useQuery({ ...paymentsQuery(api, scope, {}), enabled: hasPack });
  const isDone = payments?.items.some(({ state }) => state === "paid") ?? false;
  const part = partOf({
    isConnected: connections?.items.some(({ is_linked }) => is_linked) ?? false,
    hasPack,
    isTest: scope.mode === "test",
  });
  return { ...part, title: t("Sell credits"), isDone };
}

type Progress = { isConnected: boolean; hasPack: boolean; isTest: boolean };

export function partOf({ isConnected, hasPack, isTest }: Progress) {
  if (!isConnected) {
    return {
      to: paths.billingSettings(),
      words: t("Connect Stripe, add a pack, buy one with a test card."),
    };
  }
  if (!hasPack) return { to: paths.plans(), words: t("Stripe is connected. Add a pack next.") };
  return {
    to: paths.plans(),
    words: isTest
      ? t("The pack is on sale. Buy one with a test card.")
      : t("The pack is on sale. Try a purchase in test mode, with a test card."),
  };
}

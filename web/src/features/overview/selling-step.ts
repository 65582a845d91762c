/** The step to the first sale: connect Stripe, add a pack or a plan, buy one with a test card. */
import { useQuery } from "@tanstack/react-query";
import { connectionsQuery, packsQuery, paymentsQuery, plansQuery } from "@/api/billing";
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
  const isWithoutPacks = packs?.items.length === 0;
  const isConnected = connections?.items.some(({ is_linked }) => is_linked) ?? false;
  // Before an account is connected, the step does not say what is on sale.
  const isAsking = isConnected && isWithoutPacks;
  const { data: plans } = useQuery({ ...plansQuery(api, scope), enabled: isAsking });
  const hasPlan = (plans?.items.length ?? 0) > 0;
  const isSelling = hasPack || hasPlan;
  const { data: payments } = useQuery({ ...paymentsQuery(api, scope, {}), enabled: isSelling });
  const isDone = payments?.items.some(({ state }) => state === "paid") ?? false;
  const part = partOf({
    isConnected,
    hasPack,
    hasPlan,
    isTest: scope.mode === "test",
  });
  return { ...part, title: t("Sell credits"), isDone };
}

type Progress = { isConnected: boolean; hasPack: boolean; hasPlan: boolean; isTest: boolean };

export function partOf({ isConnected, hasPack, hasPlan, isTest }: Progress) {
  if (!isConnected) {
    return {
      to: paths.billingSettings(),
      words: t("Connect Stripe, add a pack or a plan, buy one with a test card."),
    };
  }
  const to = paths.plans();
  if (hasPlan)
    return { to, words: t("The plan is on sale. Subscribe in test mode, with a test card.") };
  if (!hasPack) return { to, words: t("Stripe is connected. Add a pack or a plan next.") };
  return {
    to,
    words: isTest
      ? t("The pack is on sale. Buy one with a test card.")
      : t("The pack is on sale. Try a purchase in test mode, with a test card."),
  };
}

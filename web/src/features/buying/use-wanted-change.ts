/** The plan and the seats that the user wants, and their preview. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "@/api/client";
import { type CatalogPlan, type MySubscription, previewQuery } from "@/api/my-subscriptions";
import { readSeats } from "@/lib/plan-words";
import { useSettled } from "@/ui/settled";

const typingMilliseconds = 300;

/** The limit of a plan. A subscription may have more seats than its plan is sold with now. */
function maxSeats(code: string, plans: CatalogPlan[], { plan, quantity }: MySubscription): number {
  const sold = plans.find((one) => one.code === code)?.max_quantity ?? 1;
  return code === plan ? Math.max(sold, quantity) : sold;
}

export function useWantedChange(
  subscription: MySubscription,
  plans: CatalogPlan[],
  plan: string | null,
) {
  const api = useApi();
  const [code, setCode] = useState(plan ?? subscription.plan ?? "");
  const [typed, setTyped] = useState(String(subscription.quantity));
  const max = maxSeats(code, plans, subscription);
  const seats = max > 1 ? readSeats(typed, max) : 1;
  const quantity = useSettled(seats, typingMilliseconds);
  const wanted = {
    ...(code !== subscription.plan && { plan: code }),
    ...(quantity !== null && { quantity }),
  };
  const { data, error, isFetching } = useQuery({
    ...previewQuery(api, subscription.id, wanted),
    enabled: quantity !== null,
    staleTime: 0,
  });
  const isSettled = seats !== null && seats === quantity;
  return {
    code,
    choose(chosen: string) {
      const limit = maxSeats(chosen, plans, subscription);
      if (Number(typed) > limit) setTyped(String(limit));
      setCode(chosen);
    },
    typed,
    setTyped,
    max,
    isTypedRight: seats !== null,
    wanted,
    /** What to show; it may be older than the amount that is asked for now. */
    preview: isSettled ? data : undefined,
    /** The preview that the user can confirm. */
    confirmable: isSettled && !isFetching ? data : undefined,
    error: isFetching ? null : error,
  };
}

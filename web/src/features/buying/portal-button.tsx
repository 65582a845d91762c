/** Opens Stripe's page with the user's cards and invoices at one seller. */
import { useMutation } from "@tanstack/react-query";
import type { ComponentProps } from "react";
import { useApi } from "@/api/client";
import { type MySubscription, openPortal } from "@/api/my-subscriptions";
import { t } from "@/lib/language";
import { problemOf } from "@/lib/problem";
import { Button } from "@/ui/button";
import { Refusal } from "@/ui/refusal";

type Props = Pick<ComponentProps<typeof Button>, "variant" | "size"> & {
  seller: Pick<MySubscription, "website_id" | "mode">;
  label?: string;
  /** The reason if Stripe does not know the buyer yet. */
  unknown?: string;
};

export function PortalButton({ seller, label = t("Change card"), unknown, ...style }: Props) {
  const { website_id, mode } = seller;
  const open = useMutation(openPortal(useApi()));
  return (
    <>
      <Button
        {...style}
        busy={open.isPending}
        onClick={() =>
          open.mutate({ website_id, mode }, { onSuccess: ({ url }) => location.assign(url) })
        }
      >
        {open.isPending ? t("Opening Stripe…") : label}
      </Button>
      {open.error &&
        (unknown && problemOf(open.error).status === 404 ? (
          <p role="alert" className="basis-full font-medium text-sm">
            {unknown}
          </p>
        ) : (
          <Refusal error={open.error} className="basis-full" />
        ))}
    </>
  );
}

/** Opens Stripe's page with the user's cards and invoices at one seller. */
import { useMutation } from "@tanstack/react-query";
import type { ComponentProps } from "react";
import { useApi } from "@/api/client";
import { type MySubscription, openPortal } from "@/api/my-subscriptions";
import { t } from "@/lib/language";
import { Button } from "@/ui/button";
import { Refusal } from "@/ui/refusal";

type Props = Pick<ComponentProps<typeof Button>, "variant" | "size"> & {
  seller: Pick<MySubscription, "website_id" | "mode">;
};

export function PortalButton({ seller, ...style }: Props) {
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
        {open.isPending ? t("Opening Stripe…") : t("Change card")}
      </Button>
      {open.error && <Refusal error={open.error} className="basis-full" />}
    </>
  );
}

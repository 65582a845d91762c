/** Shows one subscription: its state in words, its facts, and the owner's actions. */
import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { useApi } from "@/api/client";
import { useOpened } from "@/api/opened";
import { subscriptionQuery } from "@/api/subscriptions";
import { useSuspendedWebsite } from "@/api/suspended-website";
import type { Subscription } from "@/api/types";
import { useWebsiteScope } from "@/api/website-scope";
import { useScale } from "@/api/websites";
import { t } from "@/lib/language";
import { canChange, isOver } from "@/lib/subscription-state";
import { canResume } from "@/lib/subscription-words";
import { paths } from "@/paths";
import { Button, ButtonLink } from "@/ui/button";
import { Loadable } from "@/ui/loadable";
import { Missing } from "@/ui/missing";
import { PageHeader } from "@/ui/page-header";
import { SkeletonRows } from "@/ui/skeleton";
import { SubscriptionCard } from "./subscription-card";
import { planTitle } from "./subscription-columns";

const CancelDialog = lazy(async () => ({
  default: (await import("./cancel-subscription-dialog")).CancelSubscriptionDialog,
}));
const ChangeDialog = lazy(async () => ({
  default: (await import("./change-subscription-dialog")).ChangeSubscriptionDialog,
}));
const ResumeConfirm = lazy(async () => ({
  default: (await import("./resume-subscription-dialog")).ResumeSubscriptionDialog,
}));

export function SubscriptionPage() {
  const { subscription: id = "" } = useParams({ strict: false });
  const scope = useWebsiteScope();
  const subscription = useQuery(subscriptionQuery(useApi(), scope, id));
  return (
    <Loadable
      framed
      page={t("Subscription")}
      missing={
        <Missing
          title={t("Subscription not found")}
          action={
            <ButtonLink variant="primary" to={paths.subscriptions()} params={{ site: scope.id }}>
              {t("Subscriptions")}
            </ButtonLink>
          }
        >
          {t("This website has no subscription with the id {id} in this mode, live or test.", {
            id,
          })}
        </Missing>
      }
      query={subscription}
      skeleton={<SkeletonRows label={t("Loading the subscription")} />}
    >
      {(data) => <Detail subscription={data} />}
    </Loadable>
  );
}

function Detail({ subscription }: { subscription: Subscription }) {
  const scope = useWebsiteScope();
  const scale = useScale();
  const changing = useOpened("change");
  const canceling = useOpened("cancel");
  const resuming = useOpened("resume");
  // The API lets a suspended website cancel, and neither change nor resume.
  const isActive = useSuspendedWebsite() === undefined;
  const isChangeable = isActive && canChange(subscription);
  const isResumable = isActive && canResume(subscription);
  const isRunning = !isOver(subscription);
  return (
    <>
      <PageHeader
        title={planTitle(subscription)}
        note={
          <Link
            to={paths.subscriptions()}
            params={{ site: scope.id }}
            className="inline-flex min-h-7 items-center text-sm underline-offset-4 hover:underline"
          >
            {t("← Subscriptions")}
          </Link>
        }
        action={
          <span className="flex flex-wrap gap-2">
            {isResumable && <Button onClick={resuming.open}>{t("Resume…")}</Button>}
            {isChangeable && <Button onClick={changing.open}>{t("Change plan…")}</Button>}
            {isRunning && <Button onClick={canceling.open}>{t("Cancel subscription…")}</Button>}
          </span>
        }
      />
      <div className="grid max-w-[46rem] grid-cols-1 gap-6">
        <SubscriptionCard subscription={subscription} />
      </div>
      <Suspense>
        {changing.isOpen && isChangeable && scale.data !== undefined && (
          <ChangeDialog subscription={subscription} scale={scale.data} onClose={changing.close} />
        )}
        {canceling.isOpen && isRunning && (
          <CancelDialog subscription={subscription} onClose={canceling.close} />
        )}
        {resuming.isOpen && isResumable && (
          <ResumeConfirm subscription={subscription} onClose={resuming.close} />
        )}
      </Suspense>
    </>
  );
}

/** Protects the operator's area with a separate sign-in, and shows other users a page that does not exist. */
import { useMutation, useQuery } from "@tanstack/react-query";
import { Outlet, useLocation } from "@tanstack/react-router";
import { CircleAlert, ShieldCheck } from "lucide-react";
import type { ReactNode } from "react";
import { useApi } from "@/api/client";
import { meQuery } from "@/api/me";
import { signInFailure } from "@/auth/failure";
import { useSession } from "@/auth/session";
import { t } from "@/lib/language";
import { Button } from "@/ui/button";
import { Card } from "@/ui/card";
import { EmptyState } from "@/ui/empty-state";
import { Loadable } from "@/ui/loadable";
import { Notice } from "@/ui/notice";
import { PageHeader } from "@/ui/page-header";
import { SkeletonRows } from "@/ui/skeleton";

/** `otherwise` is the page for users who are no operator. */
export function OperatorGate({ otherwise }: { otherwise: ReactNode }) {
  const session = useSession();
  const me = useQuery(meQuery(useApi()));
  if (session.status !== "signed-in") return null;
  return (
    <Loadable
      framed
      query={me}
      skeleton={
        <Card>
          <SkeletonRows label={t("One moment…")} />
        </Card>
      }
    >
      {({ is_operator }) => {
        if (!is_operator) return otherwise;
        return session.mayOperate ? <Outlet /> : <Door operate={session.operate} />;
      }}
    </Loadable>
  );
}

function Door({ operate }: { operate: (returnTo: string) => Promise<void> }) {
  const here = useLocation({ select: ({ pathname, searchStr }) => pathname + searchStr });
  const enter = useMutation({ mutationFn: () => operate(here), networkMode: "always" });
  const failure = enter.error && signInFailure(enter.error);
  return (
    <>
      <PageHeader
        title={t("Operator")}
        note={t("Users, websites and health of this installation.")}
      />
      <Card>
        <EmptyState
          icon={ShieldCheck}
          title={t("Confirm it is you")}
          action={
            <Button variant="primary" busy={enter.isPending} onClick={() => enter.mutate()}>
              {enter.isPending ? t("Opening sign-in…") : t("Enter operator mode")}
            </Button>
          }
        >
          {t(
            "What you do here affects every person and website, and is recorded with your name. You leave operator mode when you reload.",
          )}
        </EmptyState>
        {failure && (
          <div className="px-5 pb-5">
            <Notice icon={CircleAlert} tone="warn" urgent>
              <p className="font-semibold">{failure.title}</p>
              <p>{failure.detail}</p>
            </Notice>
          </div>
        )}
      </Card>
    </>
  );
}

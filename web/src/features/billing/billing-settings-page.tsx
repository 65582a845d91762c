/** Connects a website's Stripe account, and sets how the website sells. */
import { useQuery } from "@tanstack/react-query";
import { FlaskConical } from "lucide-react";
import { billingSettingsQuery, connectionsQuery } from "@/api/billing";
import { useApi } from "@/api/client";
import { useWebsiteScope } from "@/api/website-scope";
import { t } from "@/lib/language";
import { pretendAccount } from "@/lib/stripe-dashboard";
import { Card } from "@/ui/card";
import { Loadable } from "@/ui/loadable";
import { Notice } from "@/ui/notice";
import { PageHeader } from "@/ui/page-header";
import { SkeletonRows } from "@/ui/skeleton";
import { ComparisonCard, FindingsNotice } from "./comparison-card";
import { ConnectForm } from "./connect-form";
import { ConnectionCard } from "./connection-card";
import { SellingForm } from "./selling-form";
import { SubscriptionRulesForm } from "./subscription-rules-form";

export function BillingSettingsPage() {
  const api = useApi();
  const scope = useWebsiteScope();
  const connections = useQuery(connectionsQuery(api, scope));
  const settings = useQuery(billingSettingsQuery(api, scope));
  const isTest = scope.mode === "test";
  return (
    <>
      <PageHeader
        title={t("Billing settings")}
        note={
          isTest
            ? t("Test mode: no money moves.")
            : t("Customers pay into your own Stripe account; Tollgate keeps their credits.")
        }
      />
      <div className="grid max-w-[46rem] grid-cols-1 gap-6">
        <Loadable
          framed
          query={connections}
          skeleton={<SkeletonRows label={t("Loading the Stripe account")} />}
        >
          {({ items }) => {
            const linked = items.find(({ is_linked }) => is_linked);
            if (!linked) return <ConnectForm />;
            const isOwn = linked.stripe_account_id !== pretendAccount;
            return (
              <>
                {!isOwn && (
                  <Notice icon={FlaskConical}>
                    {t(
                      "This is a double of Stripe on this machine: packs are bought with test cards, without an account and without money. Connect your own Stripe account in live mode.",
                    )}
                  </Notice>
                )}
                {isOwn && <FindingsNotice />}
                <ConnectionCard connection={linked} />
                {isOwn && <ComparisonCard />}
                <Card aria-label={t("How you sell")}>
                  <Loadable
                    query={settings}
                    skeleton={<SkeletonRows label={t("Loading the billing settings")} />}
                  >
                    {(data) => <SellingForm settings={data} />}
                  </Loadable>
                </Card>
                {settings.data && (
                  <Card aria-labelledby="subscription-rules">
                    <SubscriptionRulesForm settings={settings.data} />
                  </Card>
                )}
              </>
            );
          }}
        </Loadable>
      </div>
    </>
  );
}

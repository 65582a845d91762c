/** What one website sells, in a frame of its own: a website leads visitors here who lack credits. */
import { useMutation, useQuery } from "@tanstack/react-query";
import { useLocation, useParams, useSearch } from "@tanstack/react-router";
import { CircleAlert, LogIn } from "lucide-react";
import { useApi } from "@/api/client";
import { balancesQuery } from "@/api/credits";
import { mySubscriptionsQuery } from "@/api/my-subscriptions";
import { signInFailure } from "@/auth/failure";
import { type Session, useSession } from "@/auth/session";
import { formatAmount } from "@/lib/amount";
import { t } from "@/lib/language";
import { paths } from "@/paths";
import { Badge } from "@/ui/badge";
import { Button, ButtonLink } from "@/ui/button";
import { CenteredPage } from "@/ui/centered-page";
import { Loadable } from "@/ui/loadable";
import { Missing } from "@/ui/missing";
import { Notice } from "@/ui/notice";
import { PageHeader } from "@/ui/page-header";
import { SkeletonRows } from "@/ui/skeleton";
import { WebsiteNameContext } from "@/ui/website-name";
import { SellerFrame } from "./seller-frame";
import { SellerOffers, useCatalog } from "./seller-offers";
import { isRepeatable, subscriptionsAt } from "./sellers";
import { TopUpOffer } from "./top-up-offer";

export function OffersPage() {
  const session = useSession();
  if (session.status === "signed-out") return <SignInFirst session={session} />;
  return <Offers />;
}

/** The catalogue is for users only, so a visitor signs in first and comes back. */
function SignInFirst({ session }: { session: Extract<Session, { status: "signed-out" }> }) {
  const here = useLocation({ select: ({ pathname, searchStr }) => pathname + searchStr });
  const start = useMutation({
    mutationFn: () => session.signIn(here),
    networkMode: "always",
  });
  const failure = start.error ? signInFailure(start.error) : session.failure;
  return (
    <CenteredPage title={t("Sign in to get credits")}>
      <div className="grid gap-5">
        <p className="text-pretty text-ink-soft">
          {t("Use the account that you have at the website. You come back to its offers.")}
        </p>
        {failure && (
          <Notice icon={CircleAlert} tone="warn" urgent>
            <p className="font-semibold">{failure.title}</p>
            <p>{failure.detail}</p>
          </Notice>
        )}
        <Button
          variant="primary"
          size="large"
          busy={start.isPending}
          onClick={() => start.mutate()}
        >
          <LogIn aria-hidden className="size-5" />
          {start.isPending ? t("Opening sign-in…") : t("Sign in")}
        </Button>
      </div>
    </CenteredPage>
  );
}

function Offers() {
  const { seller: website = "" } = useParams({ strict: false });
  const { test } = useSearch({ strict: false });
  const mode = test === "1" ? ("test" as const) : ("live" as const);
  const api = useApi();
  const catalog = useCatalog({ website, mode });
  const balances = useQuery(balancesQuery(api));
  const subscriptions = useQuery(mySubscriptionsQuery(api));
  const site = catalog.data?.website ?? null;
  const balance =
    balances.data?.find((one) => one.website?.id === website && one.mode === mode) ?? null;
  const seller = { website, mode, balance };
  const skeleton = <SkeletonRows label={t("Loading the offers")} />;
  return (
    <WebsiteNameContext value={site?.name ?? ""}>
      <SellerFrame site={site}>
        <Loadable
          framed
          query={catalog}
          page={t("Get credits")}
          skeleton={skeleton}
          missing={<NoWebsite />}
        >
          {({ packs }) => (
            <>
              <PageHeader
                title={t("Get credits")}
                note={t(
                  "Payments go to the website, through Stripe. Your card is never stored here.",
                )}
                action={
                  <span className="flex items-center gap-3">
                    {mode === "test" && <Badge tone="warn">{t("Test")}</Badge>}
                    {balance && (
                      <span className="text-ink-soft text-sm">
                        {t("{credits} credits available", {
                          credits: formatAmount(balance.available, { scale: balance.scale }),
                        })}
                      </span>
                    )}
                  </span>
                }
              />
              <h2 className="sr-only">{site?.name}</h2>
              <Loadable framed query={subscriptions} skeleton={skeleton}>
                {(own) => (
                  <SellerOffers
                    seller={seller}
                    subscriptions={subscriptionsAt(seller, own)}
                    here={paths.offers().replace("$seller", encodeURIComponent(website))}
                  />
                )}
              </Loadable>
              {packs.some(isRepeatable) && <TopUpOffer website={website} mode={mode} />}
            </>
          )}
        </Loadable>
      </SellerFrame>
    </WebsiteNameContext>
  );
}

function NoWebsite() {
  return (
    <Missing
      title={t("Website not found")}
      action={<ButtonLink to={paths.buying()}>{t("Back to billing")}</ButtonLink>}
    >
      {t("There is no website with this id. Go back to the website and follow its link again.")}
    </Missing>
  );
}

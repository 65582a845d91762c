/** What one website sells, in a frame of its own with its brand: a website leads visitors here who lack credits. */
import { useQuery } from "@tanstack/react-query";
import { useParams, useSearch } from "@tanstack/react-router";
import { publicCatalogQuery } from "@/api/buying";
import { useApi } from "@/api/client";
import { balancesQuery } from "@/api/credits";
import { mySubscriptionsQuery } from "@/api/my-subscriptions";
import { useSession } from "@/auth/session";
import { formatAmount } from "@/lib/amount";
import { t } from "@/lib/language";
import { paths } from "@/paths";
import { Badge } from "@/ui/badge";
import { ButtonLink } from "@/ui/button";
import { Loadable } from "@/ui/loadable";
import { Missing } from "@/ui/missing";
import { PageHeader } from "@/ui/page-header";
import { SkeletonRows } from "@/ui/skeleton";
import { WebsiteNameContext } from "@/ui/website-name";
import { SellerFrame } from "./seller-frame";
import { type CatalogState, SellerOffers } from "./seller-offers";
import { isRepeatable, type Seller, subscriptionsAt, topUpAnchor } from "./sellers";
import { TopUpOffer } from "./top-up-offer";
import { VisitorOffers } from "./visitor-offers";

export function OffersPage() {
  const session = useSession();
  const { seller: website = "" } = useParams({ strict: false });
  const { test } = useSearch({ strict: false });
  const mode = test === "1" ? ("test" as const) : ("live" as const);
  const catalog = useQuery(publicCatalogQuery(useApi(), website, mode));
  const site = catalog.data?.website;
  return (
    <WebsiteNameContext value={site?.name ?? ""}>
      <SellerFrame site={site ?? null} isLoading={catalog.isPending}>
        <Loadable
          framed
          query={catalog}
          page={t("Get credits")}
          skeleton={<Skeleton />}
          missing={<NothingSold isSignedIn={session.status === "signed-in"} />}
        >
          {(data) =>
            session.status === "signed-out" ? (
              <>
                <Header mode={mode} balance={null} />
                <h2 className="sr-only">{data.website.name}</h2>
                <VisitorOffers catalog={data} session={session} />
              </>
            ) : (
              <BuyerOffers
                website={website}
                name={data.website.name}
                mode={mode}
                catalog={catalog}
              />
            )
          }
        </Loadable>
      </SellerFrame>
    </WebsiteNameContext>
  );
}

type BuyerProps = {
  website: string;
  name: string;
  mode: Seller["mode"];
  catalog: CatalogState;
};

function BuyerOffers({ website, name, mode, catalog }: BuyerProps) {
  const api = useApi();
  const balances = useQuery(balancesQuery(api));
  const subscriptions = useQuery(mySubscriptionsQuery(api));
  const balance =
    balances.data?.find((one) => one.website?.id === website && one.mode === mode) ?? null;
  const seller = { website, mode, balance };
  return (
    <>
      <Header mode={mode} balance={balance} />
      <h2 className="sr-only">{name}</h2>
      <Loadable framed query={subscriptions} skeleton={<Skeleton />}>
        {(own) => (
          <SellerOffers
            seller={seller}
            catalog={catalog}
            subscriptions={subscriptionsAt(seller, own)}
            here={paths.offers().replace("$seller", encodeURIComponent(website))}
          />
        )}
      </Loadable>
      {catalog.data?.packs.some(isRepeatable) && (
        <div className="mt-6">
          <TopUpOffer>
            <ButtonLink
              to={paths.buying()}
              search={{ website, ...(mode === "test" && { test: "1" }) }}
              hash={topUpAnchor(seller)}
            >
              {t("Set up automatic top-up")}
            </ButtonLink>
          </TopUpOffer>
        </div>
      )}
    </>
  );
}

function Skeleton() {
  return <SkeletonRows label={t("Loading the offers")} />;
}

function Header({ mode, balance }: Pick<Seller, "mode" | "balance">) {
  return (
    <PageHeader
      title={t("Get credits")}
      note={t("Payments go to the website, through Stripe. Your card is never stored here.")}
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
  );
}

/** The server answers alike for an unknown website and for one that sells nothing. */
function NothingSold({ isSignedIn }: { isSignedIn: boolean }) {
  return (
    <Missing
      title={t("Nothing is sold here")}
      action={isSignedIn && <ButtonLink to={paths.buying()}>{t("Back to billing")}</ButtonLink>}
    >
      {t(
        "There is no website with this id, or it sells nothing now. Go back to the website and follow its link again.",
      )}
    </Missing>
  );
}

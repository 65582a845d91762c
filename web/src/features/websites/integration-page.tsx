/** Shows how to connect a website: ids, snippets and sign-in activity. */
import { useQuery } from "@tanstack/react-query";
import { useApi } from "@/api/client";
import { useWebsiteScope } from "@/api/website-scope";
import { websiteQuery } from "@/api/websites";
import { issuer } from "@/auth/settings";
import { t } from "@/lib/language";
import { Loadable } from "@/ui/loadable";
import { PageHeader } from "@/ui/page-header";
import { SkeletonRows } from "@/ui/skeleton";
import { Connect } from "./connect";
import { PublicClientCard } from "./public-client-card";
import { ResourcesCard } from "./resources-card";
import { SignInSettings } from "./sign-in-settings";

export function IntegrationPage() {
  const website = useQuery(websiteQuery(useApi(), useWebsiteScope().id));
  return (
    <>
      <PageHeader
        title={t("Integration")}
        note={t("Three steps to the first sign-in. Live and test use the same client.")}
      />
      <Loadable framed query={website} skeleton={<SkeletonRows label={t("Loading the website")} />}>
        {(data) => (
          <div className="grid grid-cols-1 gap-6">
            <Connect website={data} issuer={issuer(document)} secrets={null} testLink={null} />
            <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
              <SignInSettings website={data} />
              <ResourcesCard website={data} />
              {data.public_client && (
                <PublicClientCard website={data} client={data.public_client} />
              )}
            </div>
          </div>
        )}
      </Loadable>
    </>
  );
}

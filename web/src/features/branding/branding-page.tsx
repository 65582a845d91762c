/** Edits a website's branding next to a preview of its sign-in page. */
import { useQuery } from "@tanstack/react-query";
import { brandingQuery } from "@/api/branding";
import { useApi } from "@/api/client";
import { useWebsiteScope } from "@/api/website-scope";
import { websiteQuery } from "@/api/websites";
import { t } from "@/lib/language";
import { Card } from "@/ui/card";
import { Loadable } from "@/ui/loadable";
import { PageHeader } from "@/ui/page-header";
import { SkeletonRows } from "@/ui/skeleton";
import { BrandingEditor } from "./branding-editor";

export function BrandingPage() {
  const api = useApi();
  const { id } = useWebsiteScope();
  const website = useQuery(websiteQuery(api, id));
  const branding = useQuery(brandingQuery(api, id));
  const skeleton = (
    <Card className="max-w-[46rem]">
      <SkeletonRows label={t("Loading the branding")} />
    </Card>
  );
  return (
    <>
      <PageHeader
        title={t("Branding")}
        note={t("Your logo, colour and links on the pages where people sign in.")}
      />
      <Loadable framed query={website} skeleton={skeleton}>
        {(site) => (
          <Loadable framed query={branding} skeleton={skeleton}>
            {(saved) => <BrandingEditor key={site.id} website={site} saved={saved} />}
          </Loadable>
        )}
      </Loadable>
    </>
  );
}

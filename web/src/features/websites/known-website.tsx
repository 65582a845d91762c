/** Replaces the pages of an unknown website with a message and a link to the user's websites. */
import { useQuery } from "@tanstack/react-query";
import { Outlet } from "@tanstack/react-router";
import { useApi } from "@/api/client";
import { useWebsiteScope } from "@/api/website-scope";
import { websiteQuery, websitesQuery } from "@/api/websites";
import { t } from "@/lib/language";
import { problemOf } from "@/lib/problem";
import { paths } from "@/paths";
import { ButtonLink } from "@/ui/button";
import { Missing } from "@/ui/missing";
import { WebsiteNameContext } from "@/ui/website-name";

export function KnownWebsite() {
  const api = useApi();
  const { id } = useWebsiteScope();
  // The sidebar requests the same list. A cached list may be older than the website, so it does not decide.
  const { data: websites } = useQuery(websitesQuery(api));
  const isListed = websites === undefined || websites.some((one) => one.id === id);
  const website = useQuery({ ...websiteQuery(api, id), enabled: !isListed });
  const isMissing = !isListed && website.error && problemOf(website.error).status === 404;
  if (!isMissing) {
    const name = websites?.find((one) => one.id === id)?.name ?? "";
    return (
      <WebsiteNameContext value={name}>
        <Outlet />
      </WebsiteNameContext>
    );
  }
  return (
    <Missing
      title={t("Website not found")}
      action={
        <ButtonLink variant="primary" to={paths.websites()}>
          {t("Your websites")}
        </ButtonLink>
      }
    >
      {t("The link may be incomplete, or the website belongs to another account.")}
    </Missing>
  );
}

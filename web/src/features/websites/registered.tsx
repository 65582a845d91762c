/** Shows the result of a registration: the secrets, once, and the steps to the first sign-in. */
import { useQuery } from "@tanstack/react-query";
import { useApi } from "@/api/client";
import type { RegisteredWebsite } from "@/api/types";
import { websiteQuery } from "@/api/websites";
import { hostOf } from "@/lib/address";
import { t } from "@/lib/language";
import { PageHeader } from "@/ui/page-header";
import { Connect } from "./connect";

export function Registered({ result }: { result: RegisteredWebsite }) {
  const { client, api_key, test_api_key, test_link } = result;
  // The secrets come only with this result and do not wait for a query. Later changes to the website appear here too.
  const { data: website = result.website } = useQuery(websiteQuery(useApi(), result.website.id));
  return (
    <>
      <PageHeader
        takesFocus
        title={t("Connect {name}", { name: website.name })}
        note={t("{host} is registered. Two more steps to the first sign-in.", {
          host: hostOf(website.url),
        })}
      />
      <Connect
        website={website}
        issuer={client.issuer}
        secrets={{
          clientSecret: client.client_secret,
          apiKey: api_key.key,
          testApiKey: test_api_key.key,
        }}
        testLink={test_link}
      />
    </>
  );
}

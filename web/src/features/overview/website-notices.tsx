/** Shows what the owner of this website has to solve: disputes with their deadline first, then everything else. */
import { useQuery } from "@tanstack/react-query";
import { useApi } from "@/api/client";
import { noticesQuery } from "@/api/notices";
import { useWebsiteScope } from "@/api/website-scope";
import { NoticeList } from "@/ui/notice-list";
import { DisputeNotice } from "./dispute-notice";

/** Renders nothing without notices. Disputes are loaded only if there is one. */
export function WebsiteNotices() {
  const scope = useWebsiteScope();
  const { data } = useQuery(noticesQuery(useApi()));
  const here = data?.items.filter(
    ({ website_id, mode }) => website_id === scope.id && mode === scope.mode,
  );
  if (here === undefined || here.length === 0) return null;
  const others = here.filter(({ kind }) => kind !== "payment-disputed");
  return (
    <>
      {others.length < here.length && <DisputeNotice />}
      {others.length > 0 && (
        <div className="mb-6 grid gap-3">
          <NoticeList notices={others} />
        </div>
      )}
    </>
  );
}

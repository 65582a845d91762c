/** Lists problems that the owner has to solve, each with a link to the page on which it is solved. */
import { TriangleAlert } from "lucide-react";
import { t } from "@/lib/language";
import { noticePath, noticeWords, type OwnerNotice } from "@/lib/notice-words";
import { ButtonLink } from "./button";
import { Notice } from "./notice";

/** More are the same problem many times; each disappears with its cause. */
const maxNotices = 5;

type Props = { notices: OwnerNotice[]; isNamed?: boolean };

export function NoticeList({ notices, isNamed = false }: Props) {
  return notices.slice(0, maxNotices).map((notice) => (
    <Notice key={`${notice.kind} ${notice.subject}`} icon={TriangleAlert} tone="warn">
      {isNamed && <p className="font-semibold">{notice.website_name}</p>}
      <p>{noticeWords(notice)}</p>
      <ButtonLink
        size="small"
        className="mt-2"
        to={noticePath(notice) as never}
        search={(notice.mode === "test" ? { mode: "test" } : {}) as never}
      >
        {t("Show it")}
      </ButtonLink>
    </Notice>
  ));
}

/** A page for an object that does not exist: a heading, a reason and a link back. */
import { SearchX } from "lucide-react";
import type { ReactNode } from "react";
import { t } from "@/lib/language";
import { Card } from "./card";
import { EmptyState } from "./empty-state";
import { PageHeader } from "./page-header";

type Props = {
  /** "Customer not found" */
  title: string;
  /** The possible reasons. */
  children: ReactNode;
  /** The link back. */
  action: ReactNode;
};

export function Missing({ title, children, action }: Props) {
  return (
    <>
      <PageHeader title={title} />
      <Card>
        <EmptyState icon={SearchX} title={t("Nothing at this address")} action={action}>
          {children}
        </EmptyState>
      </Card>
    </>
  );
}

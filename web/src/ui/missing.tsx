/** A page for an address whose object does not exist: says so in the heading, and leads back. */
import { SearchX } from "lucide-react";
import type { ReactNode } from "react";
import { t } from "@/lib/language";
import { Card } from "./card";
import { EmptyState } from "./empty-state";
import { PageHeader } from "./page-header";

type Props = {
  /** "Customer not found" */
  title: string;
  /** Why that may be. */
  children: ReactNode;
  /** The way back. */
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

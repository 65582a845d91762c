/** How a website is connected. */
import { PageHeader } from "@/ui/page-header";

export function IntegrationPage() {
  return <PageHeader title="Integration" />;
}

/** Lists the newest customers with their balances. */
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useApi } from "@/api/client";
import { customersQuery } from "@/api/customers";
import { useWebsiteScope } from "@/api/website-scope";
import { t } from "@/lib/language";
import { paths } from "@/paths";
import { Amount } from "@/ui/amount";
import { Loadable } from "@/ui/loadable";
import { SkeletonRows } from "@/ui/skeleton";
import { UserCell } from "@/ui/user-cell";

const most = 5;

export function NewestCustomers() {
  const scope = useWebsiteScope();
  const newest = useQuery(customersQuery(useApi(), scope, {}, most));
  return (
    <Loadable query={newest} skeleton={<SkeletonRows label={t("Loading the newest customers")} />}>
      {({ items }) => (
        <ul className="divide-y divide-hairline">
          {items.map((customer) => (
            <li key={customer.id} className="relative hover:bg-well/50">
              <Link
                to={paths.customer()}
                params={{ site: scope.id, customer: customer.id }}
                className="flex items-center justify-between gap-4 px-5 py-3 text-sm"
              >
                <UserCell user={customer} />
                <Amount value={customer.available} scale={customer.scale} />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Loadable>
  );
}

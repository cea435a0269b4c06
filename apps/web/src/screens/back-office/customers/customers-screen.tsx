import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useParams, useSearch } from "@tanstack/react-router";
import { UsersRound } from "lucide-react";
import { waitingQuery } from "../../../features/back-office/customers/corrections/corrections.queries.ts";
import { CustomerList } from "../../../features/back-office/customers/customer-list.tsx";
import { useListSearch } from "../../../lib/navigation/use-list-search.ts";
import { useSession } from "../../../lib/session/session-store.ts";
import { Segmented } from "../../../ui/form/segmented.tsx";
import { lazyPart } from "../../../ui/layout/lazy-part.tsx";
import { SplitView } from "../../../ui/layout/split-view.tsx";
import { TopBar } from "../../../ui/layout/top-bar.tsx";
import { EmptyState } from "../../../ui/list/empty-state.tsx";
import { SkeletonRows } from "../../../ui/list/skeleton.tsx";
import { CustomerDetail } from "./customer-detail.tsx";

const CorrectionInbox = lazyPart(
  async () =>
    (await import("../../../features/back-office/customers/corrections/correction-inbox.tsx"))
      .CorrectionInbox,
  <SkeletonRows count={6} />,
);

type View = "customers" | "corrections";

/** Renders the customer list and the adjustments awaiting approval. */
function List() {
  const { t } = useLingui();
  const search = useSearch({ from: "/system/customers" });
  const onSearch = useListSearch<keyof typeof search>();
  const { token } = useSession();
  const waiting = useQuery({ ...waitingQuery, enabled: token !== null }).data ?? 0;
  const view: View = search.view === "corrections" ? "corrections" : "customers";
  return (
    <>
      <TopBar title={<Trans>Customers</Trans>} />
      <div>
        <div className="px-(--gutter) pb-1.5">
          <Segmented<View>
            label={t`Entries to show`}
            options={[
              { value: "customers", label: t`Customers` },
              {
                value: "corrections",
                label: waiting === 0 ? t`Adjustments` : t`Adjustments (${waiting})`,
              },
            ]}
            value={view}
            onChange={(next) => onSearch({ view: next === "customers" ? undefined : next })}
          />
        </div>
        {view === "customers" ? (
          <CustomerList search={search} onSearch={onSearch} />
        ) : (
          <CorrectionInbox />
        )}
      </div>
    </>
  );
}

/** Renders the operators' customer page: the list, and the customer opened from the list. */
export function CustomersScreen() {
  const { t } = useLingui();
  const { customerId } = useParams({ strict: false });
  const { menus } = useSession();
  if (!menus.some(({ key }) => key === "customers")) {
    return (
      <>
        <TopBar title={<Trans>Customers</Trans>} backTo={{ to: "/profile" }} />
        <main className="px-(--gutter)">
          <EmptyState icon={<UsersRound aria-hidden="true" size={20} strokeWidth={1.75} />}>
            <Trans>Only operators who work with customers can open this page.</Trans>
          </EmptyState>
        </main>
      </>
    );
  }
  return (
    <main>
      <SplitView
        list={<List />}
        detail={
          customerId === undefined ? undefined : (
            <CustomerDetail key={customerId} customerId={customerId} />
          )
        }
        detailLabel={t`Customer`}
      />
    </main>
  );
}

import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import type { CustomerProfile } from "@tessera/contract/back-office/customers.schemas";
import { type ReactNode, useEffect, useRef } from "react";
import {
  StoppedChip,
  SuspendedChip,
} from "../../../features/back-office/customers/customer-row.tsx";
import styles from "../../../features/back-office/customers/customers.module.css";
import { customerQuery } from "../../../features/back-office/customers/customers.queries.ts";
import { loadTexts } from "../../../i18n/catalog.ts";
import { messageOf } from "../../../lib/api/api-error.ts";
import { useListSearch } from "../../../lib/navigation/use-list-search.ts";
import { Avatar } from "../../../ui/card-face/card-thumb.tsx";
import { lazyPart } from "../../../ui/layout/lazy-part.tsx";
import { Tabs } from "../../../ui/layout/tabs.tsx";
import { TopBar } from "../../../ui/layout/top-bar.tsx";
import { LoadFault } from "../../../ui/list/load-fault.tsx";
import { Loading, Skeleton, SkeletonRows } from "../../../ui/list/skeleton.tsx";

const WAITING = <SkeletonRows count={4} />;
const CustomerOverview = lazyPart(
  async () =>
    (await import("../../../features/back-office/customers/overview.tsx")).CustomerOverview,
  WAITING,
);
const CardsTab = lazyPart(async () => (await import("./cards-tab.tsx")).CardsTab, WAITING);
const BooksTab = lazyPart(async () => (await import("./books-tab.tsx")).BooksTab, WAITING);
const RiskTab = lazyPart(async () => {
  const [part] = await Promise.all([import("./risk-tab.tsx"), loadTexts("insight")]);
  return part.RiskTab;
}, WAITING);
const RecordsTab = lazyPart(async () => {
  const [part] = await Promise.all([import("./records-tab.tsx"), loadTexts("logs")]);
  return part.RecordsTab;
}, WAITING);
const AcceptedTexts = lazyPart(async () => {
  const [part] = await Promise.all([import("./accepted-texts.tsx"), loadTexts("legal")]);
  return part.AcceptedTexts;
}, WAITING);
const CustomerNotes = lazyPart(
  async () => (await import("../../../features/back-office/customers/notes.tsx")).CustomerNotes,
  WAITING,
);
const CorrectionsTab = lazyPart(
  async () => (await import("./corrections-tab.tsx")).CorrectionsTab,
  WAITING,
);

const TABS = ["overview", "cards", "books", "risk", "records", "notes", "corrections"] as const;
type Tab = (typeof TABS)[number];

/** Scrolls only the tab list, sideways, until the selected tab is visible. */
function showSelected(list: Element, selected: Element): void {
  const [outer, own] = [list.getBoundingClientRect(), selected.getBoundingClientRect()];
  if (own.left < outer.left || own.right > outer.right) {
    list.scrollLeft += own.left - outer.left - (outer.width - own.width) / 2;
  }
}

/** Keeps the selected tab visible even if its count or a late-loading font makes it wider. */
function keepInSight(place: HTMLElement | null, tab: Tab): (() => void) | undefined {
  const list = place?.querySelector("[role=tablist]");
  const selected = list?.children[TABS.indexOf(tab)];
  if (!(list && selected)) {
    return undefined;
  }
  const observer = new ResizeObserver(() => showSelected(list, selected));
  observer.observe(selected);
  return () => observer.disconnect();
}

function Parts({ customer }: { readonly customer: CustomerProfile }) {
  const { t } = useLingui();
  const search = useSearch({ from: "/system/customers" });
  const onSearch = useListSearch<keyof typeof search>();
  const tab = TABS.find((one) => one === search.tab) ?? "overview";
  const { id, noteCount, waitingCorrections: waiting } = customer;
  const labels: Readonly<Record<Tab, string>> = {
    overview: t`Overview`,
    cards: t`Cards`,
    books: t`Ledger`,
    risk: t`Risk`,
    records: t`Records`,
    notes: noteCount === 0 ? t`Notes` : t`Notes (${noteCount})`,
    corrections: waiting === 0 ? t`Adjustments` : t`Adjustments (${waiting})`,
  };
  const parts: Readonly<Record<Tab, () => ReactNode>> = {
    overview: () => (
      <>
        <CustomerOverview customer={customer} />
        <AcceptedTexts customerId={id} />
      </>
    ),
    cards: () => <CardsTab customerId={id} />,
    books: () => (
      <BooksTab customerId={id} opened={search.open} onOpen={(open) => onSearch({ open })} />
    ),
    risk: () => <RiskTab customerId={id} />,
    records: () => <RecordsTab customerId={id} />,
    notes: () => <CustomerNotes customerId={id} />,
    corrections: () => <CorrectionsTab customerId={id} />,
  };
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => keepInSight(place.current, tab), [tab]);
  return (
    <div ref={place} className="px-(--gutter)">
      <Tabs<Tab>
        label={t`About this customer`}
        tabs={TABS.map((value) => ({ value, label: labels[value] }))}
        value={tab}
        onChange={(next) => onSearch({ tab: next === "overview" ? undefined : next })}
      >
        <div className="pt-4">{parts[tab]()}</div>
      </Tabs>
    </div>
  );
}

/** Renders one customer's details in tabs. */
export function CustomerDetail({ customerId }: { readonly customerId: string }) {
  const { t } = useLingui();
  const { data, isError, error, refetch } = useQuery(customerQuery(customerId));
  return (
    <div className={styles.detail}>
      <TopBar
        title={<span className="break-all">{data?.username ?? t`Customer`}</span>}
        backTo={{ to: "/system/customers" }}
      >
        {data !== undefined && (
          <span className="flex items-center gap-3 pr-2">
            {data.stoppedAt !== null && <StoppedChip />}
            {data.suspendedAt !== null && <SuspendedChip />}
            <Avatar username={data.username} size={40} />
          </span>
        )}
      </TopBar>
      {data !== undefined && <Parts customer={data} />}
      {data === undefined && isError && (
        <div className="px-(--gutter)">
          <LoadFault
            error={error}
            gone={<Trans>This customer doesn’t exist.</Trans>}
            message={messageOf(error, t`Couldn’t load the customer.`)}
            onRetry={() => void refetch()}
          />
        </div>
      )}
      {data === undefined && !isError && (
        <div className="px-(--gutter)">
          <Loading>
            <Skeleton className="h-40 w-full" />
          </Loading>
        </div>
      )}
    </div>
  );
}

import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import type { ComponentProps } from "react";
import { needsYouQuery } from "../../../features/back-office/cases/reviews.queries.ts";
import { waitingMandatesQuery } from "../../../features/cards/mandates/mandates.queries.ts";
import { MissingCards } from "../../../features/cards/my-cards/list/missing-cards.tsx";
import { useEveryCard } from "../../../features/cards/my-cards/list/use-every-card.ts";
import { useListSearch } from "../../../lib/navigation/use-list-search.ts";
import { lazyPart } from "../../../ui/layout/lazy-part.tsx";
import { SplitView } from "../../../ui/layout/split-view.tsx";
import { Tabs } from "../../../ui/layout/tabs.tsx";
import { TopBar } from "../../../ui/layout/top-bar.tsx";
import { SkeletonRows } from "../../../ui/list/skeleton.tsx";
import { NeedsYou } from "./needs-you.tsx";
import { WithUs } from "./with-us.tsx";

const DoneReviews = lazyPart(
  async () => (await import("./done-reviews.tsx")).DoneReviews,
  <SkeletonRows count={4} />,
);
const OpenReview = lazyPart(
  async () => (await import("./open-review.tsx")).OpenReview,
  <SkeletonRows count={4} />,
);

const OpenMandate = lazyPart(
  async () => (await import("./open-mandate.tsx")).OpenMandate,
  <SkeletonRows count={4} />,
);
const MandateList = lazyPart(
  async () => (await import("../../../features/cards/mandates/mandate-list.tsx")).MandateList,
  <SkeletonRows count={4} />,
);

const TABS = ["you", "us", "purchases", "done"] as const;

interface OpenProps {
  readonly id: string;
  readonly cards: ComponentProps<typeof OpenReview>["cards"];
}

/** Renders what is open: a purchase mandate, a case or a payment. */
function Open({ id, cards }: OpenProps) {
  return id.startsWith("mdt_") ? <OpenMandate id={id} /> : <OpenReview id={id} cards={cards} />;
}

/** Renders the reviews that await a decision by the customer or by Tessera. */
export function PendingReviewsScreen() {
  const { t } = useLingui();
  const search = useSearch({ from: "/pending-reviews" });
  const onSearch = useListSearch<keyof typeof search>();
  const { data: cards } = useEveryCard();
  const { data: waiting } = useQuery(needsYouQuery);
  const { data: mandates = [] } = useQuery(waitingMandatesQuery);
  const count = waiting === undefined ? undefined : waiting.length + mandates.length;
  const tab = TABS.find((one) => one === search.tab) ?? "you";
  const onOpen = (open: string) => onSearch({ open });
  return (
    <SplitView
      detailLabel={t`Case`}
      detail={
        search.open === undefined ? undefined : (
          <Open key={search.open} id={search.open} cards={cards} />
        )
      }
      list={
        <>
          <TopBar title={<Trans>Pending reviews</Trans>} backTo={{ to: "/profile" }} />
          <main className="px-(--gutter) pb-6">
            <MissingCards />
            <Tabs
              label={t`Whose turn it is`}
              tabs={[
                { value: "you", label: t`Needs your action`, count },
                { value: "us", label: t`With Tessera` },
                { value: "purchases", label: t`Purchases` },
                { value: "done", label: t({ message: "Done", context: "reviews" }) },
              ]}
              value={tab}
              onChange={(next) => onSearch({ tab: next === "you" ? undefined : next })}
            >
              {tab === "you" && <NeedsYou cards={cards} onOpen={onOpen} />}
              {tab === "us" && <WithUs openId={search.open} onOpen={onOpen} />}
              {tab === "purchases" && <MandateList onOpen={onOpen} />}
              {tab === "done" && <DoneReviews cards={cards} openId={search.open} onOpen={onOpen} />}
            </Tabs>
          </main>
        </>
      }
    />
  );
}

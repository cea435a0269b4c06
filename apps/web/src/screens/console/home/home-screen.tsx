import { useLingui } from "@lingui/react/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useDeferredValue, useEffect } from "react";
import { CardSheets, useCardSheets } from "../../../features/cards/my-cards/card-sheets.tsx";
import { cardsQuery } from "../../../features/cards/my-cards/cards.queries.ts";
import { useSelectedCard } from "../../../features/cards/my-cards/list/selected-card.ts";
import { MONEY_ROOTS } from "../../../lib/api/query-keys.ts";
import { lazyPart } from "../../../ui/layout/lazy-part.tsx";
import { useMediaQuery } from "../../../ui/layout/use-media-query.ts";
import { ErrorPanel } from "../../../ui/list/error-panel.tsx";
import { PullToRefresh } from "../../../ui/list/pull-to-refresh.tsx";
import { HomeHeader } from "./home-header.tsx";
import { HomeSkeleton } from "./home-skeleton.tsx";
import { NarrowHome } from "./narrow-home.tsx";
import { WideHomeSkeleton } from "./wide-home-skeleton.tsx";

const WideHome = lazyPart(
  async () => (await import("./wide-home.tsx")).WideHome,
  <WideHomeSkeleton />,
);

interface HomeContentProps {
  readonly wide: boolean;
  readonly sheets: ReturnType<typeof useCardSheets>;
}

/**
 * True after the first visit. When the user returns, the page renders all at once, not in slices.
 */
let drawnBefore = false;

function HomeContent({ wide, sheets }: HomeContentProps) {
  const { t } = useLingui();
  const cards = useQuery(cardsQuery);
  // Renders in slices, because rendering the page all at once would block input on a phone for a
  // while.
  const list = useDeferredValue(cards.data, drawnBefore ? cards.data : undefined);
  const data = list?.cards;
  const open = data?.filter((card) => card.status !== "closed") ?? [];
  const selected = useSelectedCard(open);
  useEffect(() => {
    drawnBefore ||= data !== undefined;
  }, [data]);
  if (list === undefined || data === undefined) {
    return cards.isError ? (
      <div className="px-(--gutter) pt-1">
        <ErrorPanel
          message={t`Failed to fetch card details`}
          aboutMoney
          onRetry={() => void cards.refetch()}
        />
      </div>
    ) : wide ? (
      <WideHomeSkeleton />
    ) : (
      <HomeSkeleton />
    );
  }
  const Home = wide ? WideHome : NarrowHome;
  return (
    <>
      <Home
        cards={open}
        allCards={data}
        selected={selected}
        onShow={sheets.show}
        moreAfter={list.nextCursor}
      />
      <CardSheets sheets={sheets} />
    </>
  );
}

/** Renders the home page: the cards, their spending, and the latest movements. */
export function HomeScreen() {
  const queries = useQueryClient();
  const sheets = useCardSheets();
  const wide = useMediaQuery("(min-width: 1024px)");
  const refresh = () =>
    Promise.all(
      MONEY_ROOTS.map((queryKey) => queries.refetchQueries({ queryKey, type: "active" })),
    );
  const main = (
    <main>
      <HomeContent wide={wide} sheets={sheets} />
    </main>
  );
  return wide ? (
    main
  ) : (
    <PullToRefresh onRefresh={refresh}>
      <HomeHeader />
      {main}
    </PullToRefresh>
  );
}

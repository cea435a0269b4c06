import { useLingui } from "@lingui/react/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { CardSheets, useCardSheets } from "../../features/cards/card-sheets.tsx";
import { cardsQuery } from "../../features/cards/cards.queries.ts";
import { useSelectedCard } from "../../features/cards/selected-card.ts";
import { MONEY_ROOTS } from "../../lib/query-keys.ts";
import { ErrorPanel } from "../../ui/error-panel.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { PullToRefresh } from "../../ui/pull-to-refresh.tsx";
import { useMediaQuery } from "../../ui/use-media-query.ts";
import { HomeHeader } from "./home-header.tsx";
import { HomeSkeleton } from "./home-skeleton.tsx";
import { NarrowHome } from "./narrow-home.tsx";

const WideHome = lazyPart(async () => (await import("./wide-home.tsx")).WideHome, <HomeSkeleton />);
// Nothing without it is missed, so where its code does not come nothing is said.
const AnnouncementPopup = lazy(() =>
  import("../../features/announcements/announcement-popup.tsx").then(
    (module) => ({ default: module.AnnouncementPopup }),
    () => ({ default: () => null }),
  ),
);

interface HomeContentProps {
  readonly wide: boolean;
  readonly sheets: ReturnType<typeof useCardSheets>;
}

function HomeContent({ wide, sheets }: HomeContentProps) {
  const { t } = useLingui();
  const cards = useQuery(cardsQuery);
  const open = cards.data?.filter((card) => card.status !== "closed") ?? [];
  const selected = useSelectedCard(open);
  if (cards.data === undefined) {
    return cards.isError ? (
      <div className="px-(--gutter) pt-1">
        <ErrorPanel
          message={t`Failed to fetch card details`}
          aboutMoney
          onRetry={() => void cards.refetch()}
        />
      </div>
    ) : (
      <HomeSkeleton />
    );
  }
  const Home = wide ? WideHome : NarrowHome;
  return (
    <>
      <Home cards={open} allCards={cards.data} selected={selected} onShow={sheets.show} />
      <CardSheets sheets={sheets} />
    </>
  );
}

/** The cards, what they spend, and what happened last. */
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
      <Suspense fallback={null}>
        <AnnouncementPopup hold={sheets.opened?.open === true} />
      </Suspense>
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

import { Trans, useLingui } from "@lingui/react/macro";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { CardList } from "../../../features/cards/my-cards/list/card-list.tsx";
import { NoCards } from "../../../features/cards/my-cards/list/no-cards.tsx";
import { useEveryCard } from "../../../features/cards/my-cards/list/use-every-card.ts";
import { useOffers } from "../../../lib/api/offering.ts";
import { buttonClass } from "../../../ui/form/button.tsx";
import { iconButtonClass } from "../../../ui/form/icon-button.tsx";
import { lazyPart } from "../../../ui/layout/lazy-part.tsx";
import { TopBar } from "../../../ui/layout/top-bar.tsx";
import { ErrorPanel } from "../../../ui/list/error-panel.tsx";
import { ListEnd } from "../../../ui/list/list-end.tsx";
import { Skeleton, SkeletonRows } from "../../../ui/list/skeleton.tsx";
import { textLinkClass } from "../../../ui/text/text-link.ts";

const FreezeAll = lazyPart(
  async () =>
    (await import("../../../features/cards/my-cards/settings/load-sheets.ts")).loadFreezeAll(),
  <Skeleton className="mt-2 h-11 w-full rounded-small" />,
);

function Cards() {
  const offered = useOffers("cards");
  const { t } = useLingui();
  const cards = useEveryCard();
  const { q = "", tag } = useSearch({ from: "/cards" });
  const navigate = useNavigate({ from: "/cards" });
  const narrow = (text: string, to: string | undefined) =>
    void navigate({
      search: { ...(text !== "" && { q: text }), ...(to !== undefined && { tag: to }) },
      replace: true,
      resetScroll: false,
    });
  if (cards.data === undefined) {
    return cards.isError ? (
      <ErrorPanel
        message={t`Failed to fetch card details`}
        aboutMoney
        onRetry={() => void cards.refetch()}
      />
    ) : (
      <SkeletonRows count={6} />
    );
  }
  if (cards.data.length === 0) {
    return <NoCards hadCards={false} />;
  }
  return (
    <>
      <CardList
        cards={cards.data}
        end={
          cards.pages.hasNextPage ? (
            <ListEnd pages={cards.pages} failed={t`Couldn’t load some cards.`} />
          ) : null
        }
        search={q}
        tag={tag}
        onSearch={(next) => narrow(next, tag)}
        onTag={(next) => narrow(q, next)}
      >
        <FreezeAll cards={cards.data} />
      </CardList>
      {offered && (
        <Link
          to="/card-selection"
          className={buttonClass({ kind: "primary", block: true, className: "mt-5" })}
        >
          <Plus aria-hidden="true" size={20} strokeWidth={1.75} />
          <Trans>Issue card</Trans>
        </Link>
      )}
    </>
  );
}

/** Renders all cards, including closed ones. */
export function CardsScreen() {
  const { t } = useLingui();
  const offered = useOffers("cards");
  return (
    <>
      <TopBar title={<Trans>Card management</Trans>} backTo={{ to: "/profile" }}>
        {offered && (
          <Link to="/card-selection" aria-label={t`Issue card`} className={iconButtonClass}>
            <Plus aria-hidden="true" size={24} strokeWidth={1.6} />
          </Link>
        )}
      </TopBar>
      <main className="px-(--gutter) lg:max-w-[640px]">
        <Cards />
        <p className="mt-1.5 text-center">
          <Link to="/card-application" className={textLinkClass}>
            <Trans>Card applications</Trans>
          </Link>
        </p>
      </main>
    </>
  );
}

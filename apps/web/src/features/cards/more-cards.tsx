import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Button } from "../../ui/button.tsx";
import { LoadMore } from "../../ui/load-more.tsx";
import { cardsQuery } from "./cards.queries.ts";
import { loadMoreCards } from "./load-more-cards.ts";

/** Stands behind the last card, and loads more before the reader reaches it, or once asked to. */
export function MoreCards() {
  const { t } = useLingui();
  const { data } = useQuery({ ...cardsQuery, enabled: false });
  return data?.isMissing === true ? (
    <Button
      size="md"
      title={t`Some of your cards could not be loaded.`}
      onClick={() => void loadMoreCards()}
    >
      {t`Retry`}
    </Button>
  ) : (
    <LoadMore onReached={loadMoreCards} />
  );
}

import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Button } from "../../../../ui/form/button.tsx";
import { LoadMore } from "../../../../ui/list/load-more.tsx";
import { cardsQuery } from "../cards.queries.ts";
import { loadMoreCards } from "./load-more-cards.ts";

interface MoreCardsProps {
  /** True if there is only room for a button. */
  readonly compact?: boolean;
}

/** Loads more cards when the user nears the end of the list, or on request after a failure. */
export function MoreCards({ compact = false }: MoreCardsProps) {
  const { t } = useLingui();
  const { data } = useQuery({ ...cardsQuery, enabled: false });
  if (data?.isMissing !== true) {
    return <LoadMore onReached={loadMoreCards} />;
  }
  const failed = t`Couldn’t load some cards.`;
  return (
    <div role="alert" className="flex items-center justify-between gap-3">
      <p className={compact ? "sr-only" : "text-ink-2"}>{failed}</p>
      <Button size="md" title={failed} onClick={() => void loadMoreCards()}>
        {t`Retry`}
      </Button>
    </div>
  );
}

import { useLingui } from "@lingui/react/macro";
import { ListEnd } from "../../../../ui/list/list-end.tsx";
import { useEveryCard } from "./use-every-card.ts";

/**
 * Tells the customer that some cards failed to load, on screens that list, count or offer all of
 * them.
 */
export function MissingCards() {
  const { t } = useLingui();
  const { pages } = useEveryCard();
  return pages.isFetchNextPageError ? (
    <div className="py-2">
      <ListEnd pages={pages} failed={t`Couldn’t load some cards.`} />
    </div>
  ) : null;
}

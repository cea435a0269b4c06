import { useLingui } from "@lingui/react/macro";
import { ListEnd } from "../../../../ui/list/list-end.tsx";
import { useEveryCard } from "./use-every-card.ts";

/** Says that some cards could not be loaded, where a screen names, counts or offers all of them. */
export function MissingCards() {
  const { t } = useLingui();
  const { pages } = useEveryCard();
  return pages.isFetchNextPageError ? (
    <div className="py-2">
      <ListEnd pages={pages} failed={t`Some cards could not be loaded.`} />
    </div>
  ) : null;
}

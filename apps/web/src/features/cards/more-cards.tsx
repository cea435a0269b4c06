import { LoadMore } from "../../ui/load-more.tsx";
import { loadMoreCards } from "./load-more-cards.ts";

/** Stands behind the last card, and loads more before the reader reaches it. */
export function MoreCards() {
  return <LoadMore onReached={() => void loadMoreCards()} />;
}

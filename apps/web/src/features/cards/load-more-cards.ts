import { listCards } from "@tessera/contract/cards/cards.endpoints";
import { call } from "../../lib/api-client.ts";
import { queryClient } from "../../lib/query-client.ts";
import { cardsQuery, joinCards } from "./cards.queries.ts";

let arriving: Promise<void> | undefined;

/** Loads the next page of cards; one that is being loaded is not requested again. */
export function loadMoreCards(): Promise<void> {
  arriving ??= addPage().finally(() => {
    arriving = undefined;
  });
  return arriving;
}

async function addPage(): Promise<void> {
  const cursor = queryClient.getQueryData(cardsQuery.queryKey)?.nextCursor;
  if (cursor === undefined || cursor === null) {
    return;
  }
  const page = await call(listCards, { query: { cursor } }).catch(() => undefined);
  const now = queryClient.getQueryData(cardsQuery.queryKey);
  if (page === undefined || now === undefined) {
    return;
  }
  if (now.nextCursor === cursor) {
    queryClient.setQueryData(cardsQuery.queryKey, joinCards(now, page));
  } else {
    // The list was reloaded meanwhile, and ends elsewhere.
    await addPage();
  }
}

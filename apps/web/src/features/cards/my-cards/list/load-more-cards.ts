import { listCards } from "@tessera/contract/cards/cards.endpoints";
import { call } from "../../../../lib/api/api-client.ts";
import { queryClient } from "../../../../lib/api/query-client.ts";
import { QUERY_ROOTS } from "../../../../lib/api/query-keys.ts";
import { cardsQuery, joinCards } from "../cards.queries.ts";

let arriving: Promise<void> | undefined;

/**
 * Loads the next page of cards. Concurrent calls share one request. A page that cannot be loaded is
 * marked as missing in the list until it is requested again or the list is reloaded.
 */
export function loadMoreCards(): Promise<void> {
  arriving ??= addPage().finally(() => {
    arriving = undefined;
  });
  return arriving;
}

/** Number of retries, the same as for all other queries; `fetchQuery` does not retry by default. */
const { retry = false } = queryClient.getDefaultOptions().queries ?? {};

const LIST_KEY = cardsQuery.queryKey;

/** Marks the next page as missing or no longer missing, without changing the cards' update time. */
function markMissing(isMissing: boolean): void {
  const updatedAt = queryClient.getQueryState(LIST_KEY)?.dataUpdatedAt;
  queryClient.setQueryData(
    LIST_KEY,
    (list) => (list === undefined || list.isMissing === isMissing ? list : { ...list, isMissing }),
    updatedAt === undefined ? {} : { updatedAt },
  );
}

async function addPage(): Promise<void> {
  const cursor = queryClient.getQueryData(LIST_KEY)?.nextCursor;
  if (cursor === undefined || cursor === null) {
    return;
  }
  markMissing(false);
  const loading = queryClient.fetchQuery({
    queryKey: [...QUERY_ROOTS.cards, "page", cursor],
    queryFn: ({ signal }) => call(listCards, { query: { cursor }, signal }),
    retry,
    staleTime: 0,
    gcTime: 0,
  });
  const page = await loading.catch(() => undefined);
  const now = queryClient.getQueryData(LIST_KEY);
  if (now === undefined) {
    return;
  }
  if (now.nextCursor !== cursor) {
    // The list was reloaded in the meantime and now has a different next page.
    await addPage();
  } else if (page === undefined) {
    markMissing(true);
  } else {
    queryClient.setQueryData(LIST_KEY, joinCards(now, page));
  }
}

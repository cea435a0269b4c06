import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  type QueryKey,
} from "@tanstack/react-query";
import type { Movement } from "@tessera/contract/bills/bills.schemas";

/** How many movements a page has, and how many once a reader has scrolled far. */
const PAGE_SIZE = 20;
const FAR_PAGE_SIZE = 100;
const FAR_FROM_PAGE = 3;
/** How many pages are asked for again when a list is refreshed; older ones stay as they are. */
const REFRESHED_PAGES = 3;
const LIMIT_MAX = 100;

export interface MovementPage {
  readonly data: readonly Movement[];
  readonly nextCursor: string | null;
  /** How far back was looked, where that is why the page ends. */
  readonly searchedTo?: string | undefined;
}

type LoadPage = (
  page: { readonly limit: string; readonly cursor?: string },
  signal: AbortSignal,
) => Promise<MovementPage>;

type Pages = InfiniteData<MovementPage, string | null>;

/**
 * The page as it is now, ending where it ended: what came since makes the first one longer, and the
 * cursors of those behind it stay good. Where that cannot be, the page as it comes.
 */
function upTo(last: Movement | undefined, former: MovementPage, now: MovementPage): MovementPage {
  const end = now.data.findIndex(({ id }) => id === last?.id);
  return end < 0
    ? now
    : { ...now, data: now.data.slice(0, end + 1), nextCursor: former.nextCursor };
}

interface PageRequest {
  readonly client: QueryClient;
  readonly queryKey: QueryKey;
  readonly pageParam: string | null;
  readonly signal: AbortSignal;
}

/** Loads one page, or refreshes one that is there. */
async function loadMovementPage(
  { client, queryKey, pageParam, signal }: PageRequest,
  load: LoadPage,
): Promise<MovementPage> {
  const known = client.getQueryData<Pages>(queryKey);
  const place = known?.pageParams.indexOf(pageParam) ?? -1;
  const former = known?.pages[place];
  const cursor = pageParam === null ? {} : { cursor: pageParam };
  if (former === undefined) {
    const far = (known?.pages.length ?? 0) >= FAR_FROM_PAGE;
    return load({ limit: String(far ? FAR_PAGE_SIZE : PAGE_SIZE), ...cursor }, signal);
  }
  if (place >= REFRESHED_PAGES) {
    return former;
  }
  const room = place === 0 ? PAGE_SIZE : 0;
  const limit = Math.min(LIMIT_MAX, Math.max(PAGE_SIZE, former.data.length + room));
  const now = await load({ limit: String(limit), ...cursor }, signal);
  return known?.pages.length === 1 ? now : upTo(former.data.at(-1), former, now);
}

/**
 * A list of movements, page by page. However far it was read, a refresh asks for its first pages
 * alone: an event must not have thousands of rows loaded again.
 */
export function movementPages(queryKey: QueryKey, load: LoadPage) {
  return infiniteQueryOptions({
    queryKey,
    initialPageParam: null as string | null,
    queryFn: (request) => loadMovementPage(request, load),
    getNextPageParam: (last: MovementPage) => last.nextCursor,
  });
}

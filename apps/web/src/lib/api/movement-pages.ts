import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  type QueryKey,
} from "@tanstack/react-query";

/** A row of a list. */
interface Entry {
  readonly id: string;
}

/** Number of rows per page, initially and after the user has scrolled far. */
const PAGE_SIZE = 20;
const FAR_PAGE_SIZE = 100;
const FAR_FROM_PAGE = 3;
/** Number of pages that a refresh reloads; older pages stay as they are. */
const REFRESHED_PAGES = 3;
const LIMIT_MAX = 100;

export interface MovementPage<M extends Entry = Entry> {
  readonly data: readonly M[];
  readonly nextCursor: string | null;
  /** How far back the server searched, if the page ends for that reason. */
  readonly searchedTo?: string | undefined;
  /** The cells that a page of all cells leaves out. */
  readonly cells?: { readonly unavailable: readonly number[] } | undefined;
}

type LoadPage<M extends Entry> = (
  page: { readonly limit: string; readonly cursor?: string },
  signal: AbortSignal,
) => Promise<MovementPage<M>>;

type Pages<M extends Entry> = InfiniteData<MovementPage<M>, string | null>;

/**
 * Cuts a reloaded page off after its previous last row, so that new rows make the first page longer
 * and later cursors stay valid. If that is impossible, returns the page as loaded.
 */
function upTo<M extends Entry>(
  last: M | undefined,
  former: MovementPage<M>,
  now: MovementPage<M>,
): MovementPage<M> {
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

/** Loads one page, or refreshes a loaded one. */
async function loadMovementPage<M extends Entry>(
  { client, queryKey, pageParam, signal }: PageRequest,
  load: LoadPage<M>,
): Promise<MovementPage<M>> {
  const known = client.getQueryData<Pages<M>>(queryKey);
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
 * Defines the paginated query for a list of movements or similar rows. A refresh reloads only the
 * first pages, no matter how many are loaded, so that an event never reloads thousands of rows.
 */
export function movementPages<M extends Entry>(queryKey: QueryKey, load: LoadPage<M>) {
  return infiniteQueryOptions({
    queryKey,
    initialPageParam: null as string | null,
    queryFn: (request) => loadMovementPage(request, load),
    getNextPageParam: (last: MovementPage<M>) => last.nextCursor,
  });
}

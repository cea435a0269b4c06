import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import {
  approveMandate,
  changeMandate,
  getMandate,
  listMandates,
  proposeMandate,
  refuseMandate,
  withdrawMandate,
} from "@tessera/contract/cards/mandates.endpoints";
import type {
  Mandate,
  MandateDetail,
  ProposeMandateBody,
} from "@tessera/contract/cards/mandates.schemas";
import { call } from "../../../lib/api/api-client.ts";
import { usePendingKey } from "../../../lib/api/pending-key.ts";
import { MONEY_ROOTS, QUERY_ROOTS } from "../../../lib/api/query-keys.ts";
import { tryUntilKnown } from "../../../lib/api/try-until-known.ts";

/** Below the reviews, which the events about mandates make stale. */
const ROOT = [...QUERY_ROOTS.reviews, "mandates"] as const;
const PAGE = "20";

/** Fetches the mandates that wait for the customer's decision. */
export const waitingMandatesQuery = queryOptions({
  queryKey: [...ROOT, "waiting"],
  queryFn: async ({ signal }) => {
    const { data } = await call(listMandates, { query: { status: "proposed" }, signal });
    return data;
  },
});

/** Fetches all mandates page by page, newest first. */
export const mandatePagesQuery = infiniteQueryOptions({
  queryKey: [...ROOT, "pages"],
  initialPageParam: null as string | null,
  queryFn: ({ pageParam, signal }) =>
    call(listMandates, {
      query: { limit: PAGE, ...(pageParam !== null && { cursor: pageParam }) },
      signal,
    }),
  getNextPageParam: ({ nextCursor }) => nextCursor,
});

/** Fetches a mandate, and what approving it costs. */
export const mandateQuery = (id: string) =>
  queryOptions({
    queryKey: [...ROOT, "one", id],
    queryFn: ({ signal }) => call(getMandate, { params: { id }, signal }),
  });

/** Returns a function that reloads what a decision about a mandate makes stale. */
function useReload() {
  const queries = useQueryClient();
  return () => {
    for (const queryKey of [ROOT, ...MONEY_ROOTS]) {
      void queries.invalidateQueries({ queryKey });
    }
  };
}

/** A mandate and its offer, as a person was shown them. */
export interface ShownMandate {
  readonly mandate: MandateDetail;
  readonly offer: NonNullable<MandateDetail["offer"]>;
}

/**
 * Approves a mandate as it was shown. The key stays the same until the outcome is known, so that a
 * retry after a lost response never issues a second card.
 */
export function useApproveMandate(): (shown: ShownMandate, proof: string) => Promise<Mandate> {
  const key = usePendingKey();
  const reload = useReload();
  return async ({ mandate: { id, revision }, offer }, proof) => {
    const { segmentId, openingFee, loadFee } = offer;
    try {
      return await tryUntilKnown(key, (idempotencyKey) =>
        call(approveMandate, {
          params: { id },
          body: { revision, segmentId, openingFee, loadFee },
          ...{ proof, idempotencyKey },
        }),
      );
    } finally {
      reload();
    }
  };
}

/** Refuses a mandate that waits, or withdraws one. */
export function useEndMandate() {
  const onSettled = useReload();
  const refuse = useMutation({
    mutationFn: ({ id, revision }: Pick<Mandate, "id" | "revision">) =>
      call(refuseMandate, { params: { id }, body: { revision } }),
    onSettled,
  });
  const withdraw = useMutation({
    mutationFn: ({ id }: Pick<Mandate, "id">) => call(withdrawMandate, { params: { id } }),
    onSettled,
  });
  return { refuse, withdraw };
}

/** Proposes a mandate, or changes one that waits. */
export function useWriteMandate() {
  const key = usePendingKey();
  const reload = useReload();
  return async (terms: ProposeMandateBody, changed: Mandate | undefined): Promise<Mandate> => {
    try {
      return changed === undefined
        ? await tryUntilKnown(key, (idempotencyKey) =>
            call(proposeMandate, { body: terms, idempotencyKey }),
          )
        : await call(changeMandate, {
            params: { id: changed.id },
            body: { ...terms, revision: changed.revision },
          });
    } finally {
      reload();
    }
  };
}

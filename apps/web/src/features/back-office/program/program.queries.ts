import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import {
  getSettings,
  listFees,
  listProgramSegments,
  previewFees,
} from "@tessera/contract/back-office/program.endpoints";
import type { FeesInput } from "@tessera/contract/back-office/program.schemas";
import { call } from "../../../lib/api/api-client.ts";
import { everyRow } from "../../../lib/api/every-row.ts";
import { QUERY_ROOTS } from "../../../lib/api/query-keys.ts";

const SEGMENTS = [...QUERY_ROOTS.programme, "segments"];
const FEES = [...QUERY_ROOTS.programme, "fees"];
const SETTINGS = [...QUERY_ROOTS.programme, "settings"];

/** Fetches all card products with their stock. */
export function segmentsQuery() {
  return queryOptions({
    queryKey: SEGMENTS,
    queryFn: async ({ signal }) => ({
      data: await everyRow((query) => call(listProgramSegments, { query, signal })),
    }),
    staleTime: 0,
  });
}

/** Fetches all fee versions, latest start first. */
export function feesQuery() {
  return queryOptions({
    queryKey: FEES,
    queryFn: async ({ signal }) => ({
      data: await everyRow((query) => call(listFees, { query, signal })),
    }),
    staleTime: 0,
  });
}

/** Fetches a preview of what customers would pay; disabled until the fees are valid. */
export function feePreviewQuery(input: FeesInput | undefined) {
  return queryOptions({
    queryKey: [...FEES, "preview", input],
    queryFn: ({ signal }) => {
      if (input === undefined) {
        throw new Error("there is nothing to preview");
      }
      return call(previewFees, { body: input, signal });
    },
    enabled: input !== undefined,
    staleTime: 0,
    retry: false,
    placeholderData: keepPreviousData,
  });
}

/** Fetches the current limits and thresholds and their earlier versions. */
export function settingsQuery() {
  return queryOptions({
    queryKey: SETTINGS,
    queryFn: ({ signal }) => call(getSettings, { signal }),
    staleTime: 0,
  });
}

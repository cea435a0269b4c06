import { useMutation, useQueryClient } from "@tanstack/react-query";
import {
  cancelExport,
  createExport,
  getExportFile,
} from "@tessera/contract/insights/statements.endpoints";
import type {
  CreateExportBody,
  ReconciliationExport,
} from "@tessera/contract/insights/statements.schemas";
import { call, callRaw } from "../../../lib/api/api-client.ts";
import { download } from "../../../lib/api/download.ts";
import { QUERY_ROOTS } from "../../../lib/api/query-keys.ts";
import { useMoneyWrite } from "../../../lib/api/use-money-write.ts";

/** A file may be as large as a slow line takes half an hour for. */
const FILE_TIMEOUT_MS = 1_800_000;

function useReload(): () => void {
  const queries = useQueryClient();
  return () => void queries.invalidateQueries({ queryKey: QUERY_ROOTS.reconciliation });
}

/** Has an export made: one key from the press to a known outcome, so it is made once. */
export function useCreateExport(onDone: () => void) {
  const reload = useReload();
  return useMoneyWrite<CreateExportBody, ReconciliationExport>({
    write: (body, idempotencyKey) => call(createExport, { body, idempotencyKey }),
    onDone: () => {
      reload();
      onDone();
    },
  });
}

/** Stops an export; one that has ended meanwhile shows as it is. */
export function useCancelExport() {
  const reload = useReload();
  return useMutation({
    mutationFn: (id: string) => call(cancelExport, { params: { id } }),
    onSettled: reload,
  });
}

/** Fetches an export's file with the session, and hands it to the reader. */
export function useFetchFile() {
  const reload = useReload();
  return useMutation({
    mutationFn: async ({ id, name }: { readonly id: string; readonly name: string }) => {
      const options = { params: { id }, timeoutMs: FILE_TIMEOUT_MS };
      const response = await callRaw(getExportFile, options);
      download(name, await response.blob());
    },
    // Its time may be over, which the list then says.
    onError: reload,
  });
}

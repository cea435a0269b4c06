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

/** Download timeout in milliseconds, long enough for a large file over a slow connection. */
const FILE_TIMEOUT_MS = 1_800_000;

function useReload(): () => void {
  const queries = useQueryClient();
  return () => void queries.invalidateQueries({ queryKey: QUERY_ROOTS.reconciliation });
}

/**
 * Requests an export. Keeps one idempotency key until the outcome is known, so that only one export
 * is created.
 */
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

/** Cancels an export. If the export has finished in the meantime, it is shown as finished. */
export function useCancelExport() {
  const reload = useReload();
  return useMutation({
    mutationFn: (id: string) => call(cancelExport, { params: { id } }),
    onSettled: reload,
  });
}

/** Downloads an export's file with the session's token and saves it on the device. */
export function useFetchFile() {
  const reload = useReload();
  return useMutation({
    mutationFn: async ({ id, name }: { readonly id: string; readonly name: string }) => {
      const options = { params: { id }, timeoutMs: FILE_TIMEOUT_MS };
      const response = await callRaw(getExportFile, options);
      download(name, await response.blob());
    },
    // The file may have expired; the reloaded list shows that.
    onError: reload,
  });
}

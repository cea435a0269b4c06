import { useMutation, useQueryClient } from "@tanstack/react-query";
import {
  cancelArchive,
  createArchive,
  getArchiveFile,
} from "@tessera/contract/identity/my-data.endpoints";
import type { DataArchive } from "@tessera/contract/identity/my-data.schemas";
import { call, callRaw } from "../../../lib/api/api-client.ts";
import { download } from "../../../lib/api/download.ts";
import { usePendingKey } from "../../../lib/api/pending-key.ts";
import { QUERY_ROOTS } from "../../../lib/api/query-keys.ts";
import { tryUntilKnown } from "../../../lib/api/try-until-known.ts";

/** Timeout for downloading a large archive over a slow connection, in milliseconds. */
const FILE_TIMEOUT_MS = 1_800_000;

function useReload(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: QUERY_ROOTS.my_data });
}

/**
 * Requests an archive with a step-up token, keeping one idempotency key until the outcome is known.
 */
export function useRequestArchive(): (proof: string) => Promise<DataArchive> {
  const key = usePendingKey();
  const reload = useReload();
  return async (proof) => {
    try {
      return await tryUntilKnown(key, (idempotencyKey) =>
        call(createArchive, { idempotencyKey, proof }),
      );
    } finally {
      void reload();
    }
  };
}

/** Cancels an archive. If the archive was finished in the meantime, its actual status is shown. */
export function useCancelArchive() {
  const reload = useReload();
  return useMutation({
    mutationFn: (id: string) => call(cancelArchive, { params: { id } }),
    onSettled: reload,
  });
}

/** Downloads an archive's file with a step-up token. */
export function useDownloadArchive() {
  const reload = useReload();
  return async (archive: DataArchive, proof: string): Promise<void> => {
    try {
      const options = { params: { id: archive.id }, proof, timeoutMs: FILE_TIMEOUT_MS };
      const response = await callRaw(getArchiveFile, options);
      download(archive.file?.name ?? "tessera-my-data.zip", await response.blob());
    } catch (error) {
      // The file may have expired; the reloaded list shows that.
      void reload();
      throw error;
    }
  };
}

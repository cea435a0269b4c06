import { useQueryClient } from "@tanstack/react-query";
import {
  changeAnnouncement,
  createAnnouncement,
  deleteAnnouncement,
  deleteAnnouncements,
} from "@tessera/contract/back-office/announcement-desk.endpoints";
import type {
  AdminAnnouncement,
  AnnouncementInput,
} from "@tessera/contract/back-office/announcements.schemas";
import { call } from "../../../../lib/api/api-client.ts";
import { QUERY_ROOTS } from "../../../../lib/api/query-keys.ts";
import { useMoneyWrite } from "../../../../lib/api/use-money-write.ts";

export interface AnnouncementToSave {
  readonly input: AnnouncementInput;
  /** The edited announcement as it was loaded; undefined for a new one. */
  readonly base: Pick<AdminAnnouncement, "id" | "revision"> | undefined;
}

/** Saves an announcement exactly once, even if responses are lost. */
export function useSaveAnnouncement(onDone: (saved: AdminAnnouncement) => void) {
  const queries = useQueryClient();
  return useMoneyWrite<AnnouncementToSave, AdminAnnouncement>({
    write: ({ input, base }, idempotencyKey) =>
      base === undefined
        ? call(createAnnouncement, { body: input, idempotencyKey })
        : call(changeAnnouncement, {
            params: { id: base.id },
            body: { ...input, revision: base.revision },
          }),
    onDone: (saved) => {
      void queries.invalidateQueries({ queryKey: QUERY_ROOTS.announcements });
      onDone(saved);
    },
  });
}

interface Deletion {
  readonly onDone: (count: number) => void;
}

/** Deletes one announcement, or several announcements if all of them still exist. */
export function useDeleteAnnouncements({ onDone }: Deletion) {
  const queries = useQueryClient();
  // Excludes queries of single announcements, because a deleted one can no longer be fetched.
  const refresh = () =>
    queries.invalidateQueries({
      queryKey: QUERY_ROOTS.announcements,
      predicate: ({ queryKey }) => queryKey[1] !== "one",
    });
  return useMoneyWrite<readonly string[], { deleted: number }>({
    write: async (ids, idempotencyKey) => {
      const [id, ...others] = ids;
      if (id !== undefined && others.length === 0) {
        await call(deleteAnnouncement, { params: { id } });
        return { deleted: 1 };
      }
      return call(deleteAnnouncements, { body: { ids: [...ids] }, idempotencyKey });
    },
    onDone: ({ deleted }) => {
      void refresh();
      onDone(deleted);
    },
    onRefused: () => {
      // Reloads the list, because another operator may have deleted some of the announcements.
      void refresh();
    },
  });
}

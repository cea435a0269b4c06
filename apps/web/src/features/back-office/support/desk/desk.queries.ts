import { infiniteQueryOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import type { Attachment, SendMessage } from "@tessera/contract/back-office/support.schemas";
import {
  addNote,
  assignConversation,
  changeCannedAnswer,
  createCannedAnswer,
  deleteCannedAnswer,
  getDeskAttachment,
  getDeskConversation,
  getDeskCounts,
  listArticleVotes,
  listCannedAnswers,
  listDeskConversations,
  listDeskMessages,
  listDeskPeople,
  markDeskRead,
  replyToCustomer,
  setDeskStatus,
  setPriority,
  uploadDeskAttachment,
} from "@tessera/contract/back-office/support-desk.endpoints";
import {
  type AnswerInput,
  DESK_STATUSES,
  type DeskStatus,
  type Priority,
} from "@tessera/contract/back-office/support-desk.schemas";
import { call, callRaw } from "../../../../lib/api/api-client.ts";
import { download } from "../../../../lib/api/download.ts";
import { everyRow } from "../../../../lib/api/every-row.ts";
import { movementPages } from "../../../../lib/api/movement-pages.ts";
import { QUERY_ROOTS } from "../../../../lib/api/query-keys.ts";
import { uploadFile } from "../../../../lib/api/upload-file.ts";
import { cellOfPage } from "../../../../lib/navigation/page-cell.ts";

const DESK = [...QUERY_ROOTS.support, "desk"] as const;
const MESSAGES_A_PAGE = "50";

/** The support inbox's search parameters in the URL. */
export type DeskSearch = Partial<
  Record<"conversation" | "status" | "assigned" | "unread" | "q" | "answers" | "cell", string>
>;

/** Returns the valid filters from a URL; invalid ones are ignored. */
function deskFiltersOf(search: DeskSearch) {
  const status = DESK_STATUSES.find((one) => one === search.status);
  const assigned = (["me", "nobody"] as const).find((one) => one === search.assigned);
  const q = search.q?.trim().slice(0, 100) ?? "";
  return {
    ...(status !== undefined && { status }),
    ...(assigned !== undefined && { assigned }),
    ...(search.unread === "true" && { unread: "true" as const }),
    ...(q !== "" && { q }),
  };
}

export function queueQuery(search: DeskSearch) {
  const filters = deskFiltersOf(search);
  return movementPages([...DESK, "queue", filters], (page, signal) =>
    call(listDeskConversations, { query: { ...filters, ...page }, signal }),
  );
}

export const countsQuery = queryOptions({
  queryKey: [...DESK, "counts"],
  queryFn: ({ signal }) => call(getDeskCounts, { signal }),
});

export function deskConversationQuery(id: string) {
  return queryOptions({
    queryKey: [...DESK, "one", id],
    queryFn: ({ signal }) => call(getDeskConversation, { params: { id }, signal }),
  });
}

/** Fetches messages and notes, newest first, page by page. */
export function deskMessagesQuery(id: string) {
  return infiniteQueryOptions({
    queryKey: [...DESK, "messages", id],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      call(listDeskMessages, {
        params: { id },
        query: { limit: MESSAGES_A_PAGE, ...(pageParam !== null && { cursor: pageParam }) },
        signal,
      }),
    getNextPageParam: (last: { readonly nextCursor: string | null }) => last.nextCursor,
  });
}

/** Fetches the operators to whom the open conversation can be assigned, in its cell. */
export function peopleQuery() {
  return queryOptions({
    queryKey: [...DESK, "people", cellOfPage()],
    queryFn: ({ signal }) => everyRow((query) => call(listDeskPeople, { query, signal })),
  });
}

export const answersQuery = queryOptions({
  queryKey: [...DESK, "answers"],
  queryFn: ({ signal }) => everyRow((query) => call(listCannedAnswers, { query, signal })),
});

export const votesQuery = queryOptions({
  queryKey: [...DESK, "votes"],
  queryFn: ({ signal }) => everyRow((query) => call(listArticleVotes, { query, signal })),
});

/** Invalidates all data loaded for the support inbox. */
export function refreshDesk(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: DESK });
}

export function reply(id: string, body: SendMessage, idempotencyKey: string) {
  return call(replyToCustomer, { params: { id }, body, idempotencyKey });
}

export function note(id: string, text: string, idempotencyKey: string) {
  return call(addNote, { params: { id }, body: { text }, idempotencyKey });
}

export function readAtDesk(id: string, upTo: string) {
  return call(markDeskRead, { params: { id }, body: { upTo } });
}

export function assign(id: string, assigneeId: string | null) {
  return call(assignConversation, { params: { id }, body: { assigneeId } });
}

export function move(id: string, status: DeskStatus, until?: string) {
  return call(setDeskStatus, {
    params: { id },
    body: { status, ...(until !== undefined && { until }) },
  });
}

export function rank(id: string, priority: Priority) {
  return call(setPriority, { params: { id }, body: { priority } });
}

export function uploadAtDesk(file: Blob, onProgress: (share: number) => void, signal: AbortSignal) {
  return uploadFile(uploadDeskAttachment, { file, onProgress, signal });
}

/** Downloads a file from any conversation. */
export async function saveAtDesk({ id, name }: Attachment): Promise<void> {
  const response = await callRaw(getDeskAttachment, { params: { id }, timeoutMs: 120_000 });
  download(name, await response.blob());
}

export function writeAnswer(body: AnswerInput, idempotencyKey: string) {
  return call(createCannedAnswer, { body, idempotencyKey });
}

export function changeAnswer(id: string, body: AnswerInput & { readonly revision: number }) {
  return call(changeCannedAnswer, { params: { id }, body });
}

export function deleteAnswer(id: string) {
  return call(deleteCannedAnswer, { params: { id } });
}

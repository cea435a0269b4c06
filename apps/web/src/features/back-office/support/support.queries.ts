import { infiniteQueryOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import {
  createConversation,
  getAttachment,
  getConversation,
  getFacts,
  getUnread,
  listConversations,
  listMessages,
  markRead,
  resolveConversation,
  sendMessage,
  uploadAttachment,
} from "@tessera/contract/back-office/support.endpoints";
import {
  ABOUT_KINDS,
  type AboutKind,
  type Attachment,
  type CreateConversation,
  type SendMessage,
} from "@tessera/contract/back-office/support.schemas";
import { call, callRaw } from "../../../lib/api/api-client.ts";
import { download } from "../../../lib/api/download.ts";
import { movementPages } from "../../../lib/api/movement-pages.ts";
import { QUERY_ROOTS } from "../../../lib/api/query-keys.ts";
import { uploadFile } from "../../../lib/api/upload-file.ts";

const OWN = [...QUERY_ROOTS.support, "own"] as const;
const MESSAGES_A_PAGE = "50";

/** Fetches the customer's conversations, starting with the most recently active one. */
export const conversationsQuery = movementPages([...OWN, "list"], (page, signal) =>
  call(listConversations, { query: page, signal }),
);

/** Fetches the number of unread replies from support. */
export const unreadQuery = queryOptions({
  queryKey: [...OWN, "unread"],
  queryFn: ({ signal }) => call(getUnread, { signal }),
});

export function conversationQuery(id: string) {
  return queryOptions({
    queryKey: [...OWN, "one", id],
    queryFn: ({ signal }) => call(getConversation, { params: { id }, signal }),
  });
}

/** Fetches a conversation's messages, newest first, page by page. */
export function messagesQuery(id: string) {
  return infiniteQueryOptions({
    queryKey: [...OWN, "messages", id],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      call(listMessages, {
        params: { id },
        query: { limit: MESSAGES_A_PAGE, ...(pageParam !== null && { cursor: pageParam }) },
        signal,
      }),
    getNextPageParam: (last: { readonly nextCursor: string | null }) => last.nextCursor,
  });
}

/** The subject of a conversation. */
export interface About {
  readonly kind: AboutKind;
  readonly id: string;
}

/** Parses a subject from a URL, such as `card:card_…`; undefined if it is invalid. */
export function readAbout(text: string | undefined): About | undefined {
  const [word, id] = text?.split(":", 2) ?? [];
  const kind = ABOUT_KINDS.find((one) => one === word);
  return kind === undefined || id === undefined || id === "" ? undefined : { kind, id };
}

/** Fetches the facts that would be attached to a new conversation. */
export function factsQuery({ kind, id }: About) {
  return queryOptions({
    queryKey: [...OWN, "facts", kind, id],
    queryFn: ({ signal }) => call(getFacts, { query: { kind, id }, signal }),
  });
}

/** Invalidates all loaded data about the customer's conversations. */
export function refreshOwn(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: OWN });
}

export function begin(body: CreateConversation, idempotencyKey: string) {
  return call(createConversation, { body, idempotencyKey });
}

export function send(id: string, body: SendMessage, idempotencyKey: string) {
  return call(sendMessage, { params: { id }, body, idempotencyKey });
}

export function read(id: string, upTo: string) {
  return call(markRead, { params: { id }, body: { upTo } });
}

export function resolve(id: string) {
  return call(resolveConversation, { params: { id } });
}

/** Uploads a file for the customer's next message. */
export function upload(file: Blob, onProgress: (share: number) => void, signal: AbortSignal) {
  return uploadFile(uploadAttachment, { file, onProgress, signal });
}

/** Downloads a file from the customer's conversations. */
export async function save({ id, name }: Attachment): Promise<void> {
  const response = await callRaw(getAttachment, { params: { id }, timeoutMs: 120_000 });
  download(name, await response.blob());
}

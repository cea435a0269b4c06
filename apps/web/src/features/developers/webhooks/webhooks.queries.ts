import { infiniteQueryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  listWebhookAttempts,
  listWebhooks,
  pauseWebhook,
  replayWebhookEvent,
  replayWebhookSince,
  resumeWebhook,
  rotateWebhookSecret,
  sendWebhookExample,
  verifyWebhook,
} from "@tessera/contract/developers/webhooks.endpoints";
import type {
  CreateWebhookBody,
  Webhook,
  WebhookWithSecret,
} from "@tessera/contract/developers/webhooks.schemas";
import { call } from "../../../lib/api/api-client.ts";

/** The first element of the webhooks' query keys, and the topic of the events about them. */
const ROOT = ["webhooks"] as const;
const PAGE = "20";

/** Fetches the customer's endpoints page by page, newest first. */
export const webhookPagesQuery = infiniteQueryOptions({
  queryKey: [...ROOT, "pages"],
  initialPageParam: null as string | null,
  queryFn: ({ pageParam, signal }) =>
    call(listWebhooks, {
      query: { limit: PAGE, ...(pageParam !== null && { cursor: pageParam }) },
      signal,
    }),
  getNextPageParam: ({ nextCursor }) => nextCursor,
});

/** Fetches the attempts to send to an endpoint page by page, newest first. */
export const attemptPagesQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: [...ROOT, "attempts", id],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      call(listWebhookAttempts, {
        params: { id },
        query: { limit: PAGE, ...(pageParam !== null && { cursor: pageParam }) },
        signal,
      }),
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });

/** What an endpoint's panel does. */
type PanelAct = "verify" | "pause" | "resume" | "delete";

async function act(what: PanelAct, { id }: Webhook): Promise<void> {
  const params = { id };
  switch (what) {
    case "verify":
      await call(verifyWebhook, { params });
      break;
    case "pause":
      await call(pauseWebhook, { params });
      break;
    case "resume":
      await call(resumeWebhook, { params });
      break;
    case "delete":
      await call(deleteWebhook, { params });
      break;
  }
}

/**
 * Creates and changes endpoints. A secret is in the returned value only, and is never cached.
 */
export function useWebhookWrites() {
  const queries = useQueryClient();
  const reload = () => queries.invalidateQueries({ queryKey: ROOT });
  const acting = useMutation({
    mutationFn: ({ what, webhook }: { readonly what: PanelAct; readonly webhook: Webhook }) =>
      act(what, webhook),
    onSettled: reload,
  });
  const replay = useMutation({
    mutationFn: ({ id, sequence }: { readonly id: string; readonly sequence: number }) =>
      call(replayWebhookEvent, { params: { id }, body: { sequence } }),
    onSettled: reload,
  });
  const replayAll = useMutation({
    mutationFn: ({ id, since }: { readonly id: string; readonly since: string }) =>
      call(replayWebhookSince, { params: { id }, body: { since } }),
    onSettled: reload,
  });
  const example = useMutation({
    mutationFn: ({ id }: Webhook) =>
      call(sendWebhookExample, { params: { id }, body: { type: "card.frozen" } }),
    onSettled: reload,
  });
  return {
    acting,
    replay,
    replayAll,
    example,
    async create(body: CreateWebhookBody, proof: string): Promise<WebhookWithSecret> {
      const made = await call(createWebhook, { body, proof });
      void reload();
      return made;
    },
    async change({ id, cards }: Webhook, given: Pick<CreateWebhookBody, "name" | "types">) {
      await call(changeWebhook, { params: { id }, body: { ...given, cards } });
      await reload();
    },
    async rotate({ id }: Webhook, proof: string): Promise<WebhookWithSecret> {
      const rotated = await call(rotateWebhookSecret, { params: { id }, proof });
      void reload();
      return rotated;
    },
  };
}

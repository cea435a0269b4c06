import { infiniteQueryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import {
  createApiKey,
  listApiKeyCalls,
  listApiKeys,
  revokeApiKey,
  rotateApiKey,
} from "@tessera/contract/identity/api-keys.endpoints";
import type { ApiKeyWithText, CreateKeyBody } from "@tessera/contract/identity/api-keys.schemas";
import { call } from "../../../lib/api/api-client.ts";

/** The first element of the keys' query keys, and the topic of the events about them. */
const ROOT = ["api-keys"] as const;
const PAGE = "20";

/** Fetches the customer's keys page by page, newest first. */
export const keyPagesQuery = infiniteQueryOptions({
  queryKey: [...ROOT, "pages"],
  initialPageParam: null as string | null,
  queryFn: ({ pageParam, signal }) =>
    call(listApiKeys, {
      query: { limit: PAGE, ...(pageParam !== null && { cursor: pageParam }) },
      signal,
    }),
  getNextPageParam: ({ nextCursor }) => nextCursor,
});

/** Fetches a key's calls page by page, newest first. */
export const callPagesQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: [...ROOT, "calls", id],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      call(listApiKeyCalls, {
        params: { id },
        query: { limit: PAGE, ...(pageParam !== null && { cursor: pageParam }) },
        signal,
      }),
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });

/**
 * Creates, replaces and revokes keys. A key's text is in the returned value only, and is never
 * cached.
 */
export function useKeyWrites() {
  const queries = useQueryClient();
  const reload = () => queries.invalidateQueries({ queryKey: ROOT });
  const revoke = useMutation({
    mutationFn: (id: string) => call(revokeApiKey, { params: { id } }),
    onSettled: reload,
  });
  return {
    revoke,
    async create(body: CreateKeyBody, proof: string): Promise<ApiKeyWithText> {
      const made = await call(createApiKey, { body, proof });
      void reload();
      return made;
    },
    async rotate(id: string, overlapMinutes: number, proof: string): Promise<ApiKeyWithText> {
      const rotated = await call(rotateApiKey, { params: { id }, body: { overlapMinutes }, proof });
      void reload();
      return rotated;
    },
  };
}

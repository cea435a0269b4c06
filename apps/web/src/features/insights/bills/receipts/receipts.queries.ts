import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { MAX_FILE_BYTES } from "@tessera/contract/files";
import { receiptsEndpoints } from "@tessera/contract/insights/receipts.endpoints";
import {
  MAX_RECEIPT_NAME_LENGTH,
  type PaymentNoteBody,
  type ReceiptFactsBody,
} from "@tessera/contract/insights/receipts.schemas";
import { useState } from "react";
import { call } from "../../../../lib/api/api-client.ts";
import { ApiError } from "../../../../lib/api/api-error.ts";
import { uploadFile } from "../../../../lib/api/upload-file.ts";

/** The first element of the query keys of receipts and notes. */
const ROOT = ["receipts"] as const;
const PAGE = "30";

const on = receiptsEndpoints;

/** Fetches the customer's receipts page by page, newest first. */
export const receiptPagesQuery = (state: "open" | "all") =>
  infiniteQueryOptions({
    queryKey: [...ROOT, "pages", state],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      call(on.listReceipts, {
        query: {
          limit: PAGE,
          ...(state === "open" && { state }),
          ...(pageParam !== null && { cursor: pageParam }),
        },
        signal,
      }),
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });

/** Fetches a receipt, with the payments that it may be for. */
export const receiptQuery = (id: string) =>
  queryOptions({
    queryKey: [...ROOT, "one", id],
    queryFn: ({ signal }) => call(on.getReceipt, { params: { id }, signal }),
  });

/** Fetches a payment's receipts, and the note about it. */
export const papersQuery = (movementId: string) =>
  queryOptions({
    queryKey: [...ROOT, "papers", movementId],
    queryFn: ({ signal }) => call(on.getPaymentPapers, { params: { id: movementId }, signal }),
  });

function useReload() {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: ROOT });
}

/**
 * Uploads a receipt and reports its progress.
 *
 * @param movementId the payment that it is for, if that is known
 * @param tooLarge error text for a file over the size limit; such a file is not uploaded
 */
export function useReceiptUpload(movementId: string | undefined, tooLarge: string) {
  const reload = useReload();
  const [share, setShare] = useState(0);
  const mutation = useMutation({
    mutationFn: async (file: File) => {
      setShare(0);
      if (file.size > MAX_FILE_BYTES) {
        throw new ApiError({ status: 413, code: "file_too_large", message: tooLarge });
      }
      const name = file.name.slice(-MAX_RECEIPT_NAME_LENGTH);
      return uploadFile(on.uploadReceipt, {
        query: { name, ...(movementId !== undefined && { movementId }) },
        file,
        onProgress: setShare,
      });
    },
    onSettled: reload,
  });
  return { ...mutation, share };
}

/** Attaches a receipt to a payment, or detaches it. Either can be repeated. */
export function useReceiptLink() {
  const onSettled = useReload();
  return useMutation({
    mutationFn: ({ id, movementId, isOn }: { id: string; movementId: string; isOn: boolean }) =>
      call(isOn ? on.attachReceipt : on.detachReceipt, { params: { id }, body: { movementId } }),
    onSettled,
  });
}

export function useReceiptFacts(id: string) {
  const onSettled = useReload();
  return useMutation({
    mutationFn: (body: ReceiptFactsBody) => call(on.setReceiptFacts, { params: { id }, body }),
    onSettled,
  });
}

export function useReceiptDeletion() {
  const onSettled = useReload();
  return useMutation({
    mutationFn: (id: string) => call(on.deleteReceipt, { params: { id } }),
    onSettled,
  });
}

export function useNote(movementId: string) {
  const onSettled = useReload();
  return useMutation({
    mutationFn: (body: PaymentNoteBody) =>
      call(on.setPaymentNote, { params: { id: movementId }, body }),
    onSettled,
  });
}

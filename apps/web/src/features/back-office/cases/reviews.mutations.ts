import { useMutation, useQueryClient } from "@tanstack/react-query";
import {
  answerReviewQuestion,
  appealReview,
  sendDocument,
  withdrawReview,
} from "@tessera/contract/back-office/reviews.endpoints";
import type { CaseItem } from "@tessera/contract/back-office/reviews.schemas";
import { MAX_FILE_BYTES } from "@tessera/contract/files";
import { useState } from "react";
import { call } from "../../../lib/api/api-client.ts";
import { ApiError } from "../../../lib/api/api-error.ts";
import { MONEY_ROOTS, QUERY_ROOTS } from "../../../lib/api/query-keys.ts";
import { uploadFile } from "../../../lib/api/upload-file.ts";

const TOUCHED = [QUERY_ROOTS.reviews, QUERY_ROOTS.applications, ...MONEY_ROOTS];

function useTouched() {
  const queries = useQueryClient();
  return () => Promise.all(TOUCHED.map((queryKey) => queries.invalidateQueries({ queryKey })));
}

/** Provides a customer's actions on a case, all of which are idempotent. */
export function useCaseAct(id: string) {
  const onSettled = useTouched();
  return useMutation({
    mutationFn: (act: { what: "withdraw" } | { what: "answer" | "appeal"; text: string }) => {
      if (act.what === "withdraw") {
        return call(withdrawReview, { params: { id } });
      }
      const endpoint = act.what === "answer" ? answerReviewQuestion : appealReview;
      return call(endpoint, { params: { id }, body: { text: act.text } });
    },
    onSettled,
  });
}

interface SentFile {
  readonly item: CaseItem;
  readonly file: File;
}

/**
 * Uploads a document and reports its progress.
 *
 * @param tooLarge error text for a file over the size limit; such a file is not uploaded
 */
export function useDocument(id: string, tooLarge: string) {
  const onSettled = useTouched();
  const [share, setShare] = useState(0);
  const mutation = useMutation({
    mutationFn: async ({ item, file }: SentFile) => {
      setShare(0);
      if (file.size > MAX_FILE_BYTES) {
        throw new ApiError({ status: 413, code: "file_too_large", message: tooLarge });
      }
      const query = { item, name: file.name.slice(-120) };
      await uploadFile(sendDocument, { params: { id }, query, file, onProgress: setShare });
    },
    onSettled,
  });
  return { ...mutation, share };
}

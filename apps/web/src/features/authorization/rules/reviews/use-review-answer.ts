import { useMutation, useQueryClient } from "@tanstack/react-query";
import { approveReview, declineReview } from "@tessera/contract/authorization/risk.endpoints";
import { useRef } from "react";
import { call } from "../../../../lib/api/api-client.ts";
import { QUERY_ROOTS } from "../../../../lib/api/query-keys.ts";

/** The customer's answer to a held payment. */
export type ReviewWord = "approve" | "decline";

/** Sends the customer's answer once. Repeating the same answer has no further effect. */
export function useReviewAnswer(reviewId: string) {
  const queries = useQueryClient();
  const busy = useRef(false);
  const mutation = useMutation({
    mutationFn: (word: ReviewWord) =>
      call(word === "approve" ? approveReview : declineReview, { params: { id: reviewId } }),
    onSettled: () => {
      busy.current = false;
      return Promise.all(
        [QUERY_ROOTS.risk, QUERY_ROOTS.reviews, QUERY_ROOTS.bills].map((queryKey) =>
          queries.invalidateQueries({ queryKey }),
        ),
      );
    },
  });
  return {
    answering: mutation.isPending ? mutation.variables : undefined,
    error: mutation.error,
    reset: mutation.reset,
    answer: (word: ReviewWord) => {
      if (!busy.current) {
        busy.current = true;
        mutation.mutate(word);
      }
    },
  };
}

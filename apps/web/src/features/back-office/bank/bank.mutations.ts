import { useMutation, useQueryClient } from "@tanstack/react-query";
import { MAX_STATEMENT_UPLOAD_BYTES } from "@tessera/contract/files";
import {
  assignBankEntry,
  importBankStatement,
  matchBankTrade,
  reopenBankEntry,
  returnBankEntry,
} from "@tessera/contract/money-movement/bank.endpoints";
import type { BankEntryDetail } from "@tessera/contract/money-movement/bank.schemas";
import { useState } from "react";
import { call } from "../../../lib/api/api-client.ts";
import { ApiError } from "../../../lib/api/api-error.ts";
import { QUERY_ROOTS } from "../../../lib/api/query-keys.ts";
import { uploadFile } from "../../../lib/api/upload-file.ts";
import { useMoneyWrite } from "../../../lib/api/use-money-write.ts";

function useRefresh() {
  const queries = useQueryClient();
  return () => void queries.invalidateQueries({ queryKey: QUERY_ROOTS.bank });
}

/**
 * Uploads a statement and reports the progress.
 *
 * @param tooLarge error text for a file over the size limit; such a file is not uploaded
 */
export function useImport(tooLarge: string) {
  const refresh = useRefresh();
  const [share, setShare] = useState(0);
  const mutation = useMutation({
    mutationFn: async (file: File) => {
      setShare(0);
      if (file.size > MAX_STATEMENT_UPLOAD_BYTES) {
        throw new ApiError({ status: 413, code: "file_too_large", message: tooLarge });
      }
      return uploadFile(importBankStatement, { file, onProgress: setShare });
    },
    onSettled: refresh,
  });
  return { ...mutation, share };
}

/** Assigns a transfer to a customer, by the customer's id. Another operator has to approve it. */
export function useAssign(id: string, onDone: () => void) {
  const refresh = useRefresh();
  return useMoneyWrite<string, BankEntryDetail>({
    write: (customerId) => call(assignBankEntry, { params: { id }, body: { customerId } }),
    onDone: () => {
      refresh();
      onDone();
    },
    onRefused: refresh,
  });
}

/** Records that a transfer is to be returned to its payer. */
export function useReturn(id: string, onDone: () => void) {
  const refresh = useRefresh();
  return useMoneyWrite<string, BankEntryDetail>({
    write: (reason) => call(returnBankEntry, { params: { id }, body: { reason } }),
    onDone: () => {
      refresh();
      onDone();
    },
    onRefused: refresh,
  });
}

/** Calls off a return that is not paid yet, or undoes the match with a trade. */
export function useReopen(id: string, onDone: () => void) {
  const refresh = useRefresh();
  return useMoneyWrite<string, BankEntryDetail>({
    write: (reason) => call(reopenBankEntry, { params: { id }, body: { reason } }),
    onDone: () => {
      refresh();
      onDone();
    },
    onRefused: refresh,
  });
}

/** Matches a transaction with a recorded trade, by the trade's id. */
export function useMatchTrade(id: string, onDone: () => void) {
  const refresh = useRefresh();
  return useMoneyWrite<string, BankEntryDetail>({
    write: (tradeId) => call(matchBankTrade, { params: { id }, body: { tradeId } }),
    onDone: () => {
      refresh();
      onDone();
    },
    onRefused: refresh,
  });
}

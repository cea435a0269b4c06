import * as z from "zod/mini";

/**
 * The answers of TronGrid's API, in the shapes that its documentation states: the API keyed by
 * account (developers.tron.network/reference/get-trc20-transaction-info-by-account-address) and the
 * calls of a full node that it passes on (…/reference/gettransactioninfobyid, …/getblock,
 * …/triggerconstantcontract). Fields that are not read are not required.
 */

/** A block's or a transaction's id: 32 bytes in hex, without 0x. */
const id = z.pipe(
  z.string().check(z.regex(/^[0-9a-fA-F]{64}$/)),
  z.transform((text: string) => text.toLowerCase()),
);
const hexBytes = z.pipe(
  z.string().check(z.regex(/^(?:[0-9a-fA-F]{2})*$/)),
  z.transform((text: string) => text.toLowerCase()),
);
const count = z.int().check(z.minimum(0), z.maximum(Number.MAX_SAFE_INTEGER));

/**
 * A page of an account's transfers. They only say which transactions to look at: their amounts are
 * not believed.
 */
export const transfersAnswer = z.object({
  success: z.literal(true),
  data: z.array(z.object({ transaction_id: id, block_timestamp: count })).check(z.maxLength(200)),
  /** The fingerprint names the next page; the last one has none. */
  meta: z.object({
    fingerprint: z.optional(z.string().check(z.minLength(1), z.maxLength(1_000))),
  }),
});

export const blockAnswer = z.object({
  blockID: id,
  block_header: z.object({ raw_data: z.object({ number: z.optional(count) }) }),
});

/** A log has the contract's 20 bytes, without the network's prefix 41. */
const log = z.object({
  address: z.pipe(
    z.string().check(z.regex(/^(?:41)?[0-9a-fA-F]{40}$/)),
    z.transform((text: string) => text.toLowerCase().slice(-40)),
  ),
  topics: z.optional(z.array(id).check(z.maxLength(4))),
  data: z.optional(hexBytes),
});

/** What a transaction did. A node that does not know the transaction answers `{}`. */
export const transactionInfoAnswer = z.union([
  z.object({
    id,
    blockNumber: count,
    receipt: z.object({ result: z.optional(z.string()) }),
    /** Only set if the transaction failed. */
    result: z.optional(z.string()),
    log: z.optional(z.array(log)),
  }),
  z.strictObject({}),
]);

/** The result of a call of a contract that changes nothing. */
export const constantAnswer = z.object({
  constant_result: z.optional(z.array(hexBytes).check(z.minLength(1))),
});

export type TransactionInfo = z.infer<typeof transactionInfoAnswer>;

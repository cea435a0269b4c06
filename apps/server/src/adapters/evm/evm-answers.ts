import * as z from "zod/mini";

/** A quantity has at most 256 bits. */
const QUANTITY = /^0x(?:0|[1-9a-fA-F][0-9a-fA-F]{0,63})$/;
const MAX_NUMBER = BigInt(Number.MAX_SAFE_INTEGER);
/** More logs than a block can have. The database stores an index in four bytes. */
const MAX_LOG_INDEX = 2 ** 31 - 1;

const lower = z.transform((text: string) => text.toLowerCase());
const hash = z.pipe(z.string().check(z.regex(/^0x[0-9a-fA-F]{64}$/)), lower);
const address = z.pipe(z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/)), lower);
const word = z.pipe(z.string().check(z.regex(/^0x[0-9a-fA-F]{64}$/)), lower);

/** A quantity that fits a number exactly, such as the number of a block. */
const count = z.pipe(
  z.string().check(
    z.regex(QUANTITY),
    z.refine((text) => !QUANTITY.test(text) || BigInt(text) <= MAX_NUMBER),
  ),
  z.transform(Number),
);

export const chainIdAnswer = count;

/** An amount, such as a balance in wei. */
export const quantityAnswer = z.pipe(
  z.string().check(z.regex(QUANTITY)),
  z.transform((text) => BigInt(text)),
);

/**
 * The result of a call of a contract that returns one number, such as `decimals()`; undefined if it
 * returned anything else, such as nothing because there is no contract.
 */
export const numberAnswer = z.pipe(
  z.string().check(z.regex(/^0x[0-9a-fA-F]*$/)),
  z.transform((text) => (/^0x[0-9a-fA-F]{64}$/.test(text) ? BigInt(text) : undefined)),
);

export const blockAnswer = z.object({ number: count, hash, parentHash: hash });

/** A block that the node may not have. */
export const maybeBlockAnswer = z.nullable(blockAnswer);

const log = z.object({
  address,
  topics: z.array(word).check(z.maxLength(4)),
  data: z.string().check(z.regex(/^0x[0-9a-fA-F]*$/)),
  blockNumber: count,
  blockHash: hash,
  transactionHash: hash,
  logIndex: count.check(z.maximum(MAX_LOG_INDEX)),
  removed: z.optional(z.boolean()),
});

export const logsAnswer = z.array(log);

/** The receipt of a transaction; null while no block contains the transaction. */
export const receiptAnswer = z.nullable(
  z.object({
    status: z.enum(["0x0", "0x1"]),
    blockNumber: count,
    blockHash: hash,
    transactionHash: hash,
    logs: logsAnswer,
  }),
);

export type EvmBlock = z.infer<typeof blockAnswer>;
export type EvmLog = z.infer<typeof log>;
export type EvmReceipt = NonNullable<z.infer<typeof receiptAnswer>>;

import * as z from "zod/mini";

/** One refused field. `path` is dotted (`billingAddress.city`). */
export const fieldProblem = z.object({
  path: z.string(),
  code: z.string(),
  message: z.string(),
});

/** Every non-OK answer: RFC 9457 with `message` and `code` as extension members. */
export const problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number(),
  message: z.string(),
  code: z.string(),
  requestId: z.string(),
  fields: z.optional(z.array(fieldProblem)),
});

export type FieldProblem = z.infer<typeof fieldProblem>;
export type Problem = z.infer<typeof problem>;

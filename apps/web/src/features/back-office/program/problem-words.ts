import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { SegmentProblem } from "./segment-draft.ts";

export const PROBLEM_WORDS: Readonly<Record<SegmentProblem, MessageDescriptor>> = {
  required: msg`This field is required.`,
  amount: msg`Enter an amount such as 12.34.`,
  percent: msg`Enter a percentage such as 3.5.`,
  bin: msg`A BIN has 6 to 8 digits.`,
  below_former: msg`This can’t be lower than the previous limit.`,
  count: msg`Enter a whole number.`,
};

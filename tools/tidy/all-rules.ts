import { moneyRules } from "./money-rules.ts";
import { namingRules } from "./naming-rules.ts";
import { privacyRules } from "./privacy-rules.ts";
import type { Rule } from "./rule.ts";
import { sizeRules } from "./size-rules.ts";
import { structureRules } from "./structure-rules.ts";
import { textRules } from "./text-rules.ts";

export const allRules: readonly Rule[] = [
  ...sizeRules,
  ...namingRules,
  ...moneyRules,
  ...privacyRules,
  ...textRules,
  ...structureRules,
];

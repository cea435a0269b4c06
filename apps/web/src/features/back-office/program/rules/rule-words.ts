import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { StrategyWindow } from "@tessera/contract/authorization/risk.schemas";
import type {
  ProgramRuleMode,
  ProgramRuleProposal,
} from "@tessera/contract/back-office/program-rules.schemas";
import { Check, CircleSlash, FlaskConical, type LucideIcon } from "lucide-react";
import type { ChipTone } from "../../../../ui/text/status-chip.tsx";
import type { RuleProblem } from "./rule-draft.ts";

interface Look {
  readonly tone: ChipTone;
  readonly icon: LucideIcon;
  readonly text: MessageDescriptor;
}

export const MODE_LOOKS: Readonly<Record<ProgramRuleMode, Look>> = {
  active: { tone: "positive", icon: Check, text: msg({ message: "Active", context: "rule" }) },
  shadow: { tone: "info", icon: FlaskConical, text: msg({ message: "Shadow", context: "rule" }) },
  off: { tone: "outline", icon: CircleSlash, text: msg({ message: "Off", context: "rule" }) },
};

/** Time windows, phrased for use after a limit. */
export const WINDOW_WORDS: Readonly<Record<StrategyWindow, MessageDescriptor>> = {
  rolling_1h: msg`the last hour`,
  rolling_24h: msg`the last 24 hours`,
  day: msg`a day`,
  rolling_7d: msg`the last 7 days`,
  week: msg`a week`,
  rolling_30d: msg`the last 30 days`,
  month: msg`a month`,
  year: msg`a year`,
  lifetime: msg`all time`,
};

export const RULE_PROBLEM_WORDS: Readonly<Record<RuleProblem, MessageDescriptor>> = {
  required: msg`This field is required.`,
  countries: msg`Enter two-letter country codes, such as CU, IR.`,
  mccs: msg`Enter four-digit merchant category codes, such as 6010, 6011.`,
  count: msg`Enter a whole number from 1 to 1000.`,
  amount: msg`Enter an amount such as 12.34.`,
  no_condition: msg`Enter at least one condition.`,
  addresses: msg`Only a rule that has just country conditions can apply to billing addresses.`,
};

export const PROPOSAL_WORDS: Readonly<Record<ProgramRuleProposal["status"], MessageDescriptor>> = {
  waiting: msg`Waiting for another administrator`,
  approved: msg`Approved`,
  rejected: msg`Rejected`,
  withdrawn: msg`Withdrawn`,
  expired: msg`Expired`,
};

import type { MessageDescriptor } from "@lingui/core";
import { msg, plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type { PracticeRule } from "@tessera/contract/simulator/scenarios.schemas";
import { Disclosure } from "../../../ui/list/disclosure.tsx";
import { Chip } from "../../../ui/text/status-chip.tsx";
import { textLinkClass } from "../../../ui/text/text-link.ts";

/** Labels of a rule's status outside practice; active rules have none. */
const STANDINGS: Readonly<Partial<Record<PracticeRule["status"], MessageDescriptor>>> = {
  draft: msg({ message: "Draft", context: "rule" }),
  shadow: msg({ message: "Testing", context: "rule" }),
};

/** Renders the customer's rules that apply in practice. */
export function PracticeRules({ rules }: { readonly rules: readonly PracticeRule[] }) {
  const { t } = useLingui();
  const count = rules.length;
  return (
    <Disclosure
      title={<Trans>Your rules in this session</Trans>}
      meta={
        count === 0
          ? t`No active rules`
          : t`${plural(count, { one: "# rule applies", other: "# rules apply" })}`
      }
    >
      <ul className="pb-1">
        {rules.map(({ strategyId, name, status }) => {
          const standing = STANDINGS[status];
          return (
            <li key={strategyId} className="flex min-h-9 items-center justify-between gap-3">
              <span className="min-w-0">{name}</span>
              {standing !== undefined && <Chip tone="neutral">{t(standing)}</Chip>}
            </li>
          );
        })}
      </ul>
      <p className="text-small text-ink-3">
        <Trans>
          These are your rules as of the start of this practice session. Start over to use your
          changes.
        </Trans>
      </p>
      <Link to="/risk-strategies" className={textLinkClass}>
        <Trans>Strategy center</Trans>
      </Link>
    </Disclosure>
  );
}

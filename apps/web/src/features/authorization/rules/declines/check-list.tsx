import { Trans, useLingui } from "@lingui/react/macro";
import type { WireTraceEntry } from "@tessera/contract/authorization/risk.schemas";
import { Check, X } from "lucide-react";
import { useLocale } from "../../../../lib/locale.ts";
import { Disclosure } from "../../../../ui/list/disclosure.tsx";
import { classNames } from "../../../../ui/style/class-names.ts";
import { checkText } from "./check-text.ts";

interface CheckListProps {
  /** The checks, in the order the server ran them. */
  readonly trace: readonly WireTraceEntry[];
  readonly currency: string;
}

const ICON = { "aria-hidden": true, size: 16, strokeWidth: 2.4 } as const;

function CheckRow({
  entry,
  currency,
}: {
  readonly entry: WireTraceEntry;
  readonly currency: string;
}) {
  const { t } = useLingui();
  const locale = useLocale();
  const { title, detail } = checkText(entry, { currency, locale, now: new Date(), say: t });
  return (
    <li className="flex gap-2.5 py-2">
      <span
        className={classNames("mt-0.5 flex-none", entry.passed ? "text-positive" : "text-negative")}
      >
        {entry.passed ? <Check {...ICON} /> : <X {...ICON} />}
        <span className="sr-only">{entry.passed ? t`Passed` : t`Didn’t pass`}</span>
      </span>
      <span className="min-w-0 flex-1">
        <span className={classNames("block", entry.passed ? "text-ink-2" : "font-medium")}>
          {title}
        </span>
        {detail !== undefined && <span className="block text-small text-ink-3">{detail}</span>}
      </span>
    </li>
  );
}

function Rows({ trace, currency }: CheckListProps) {
  return trace.map((entry, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes and checks have no ids
    <CheckRow key={index} entry={entry} currency={currency} />
  ));
}

/** Lists the checks run on a payment. Shows failed checks and collapses passed ones. */
export function CheckList({ trace, currency }: CheckListProps) {
  const failed = trace.filter(({ passed }) => !passed);
  const passed = trace.filter((entry) => entry.passed);
  return (
    <div className="hairline mt-2.5 rounded-control px-3.5 py-1">
      {failed.length > 0 && (
        <ul>
          <Rows trace={failed} currency={currency} />
        </ul>
      )}
      {passed.length > 0 && (
        <Disclosure
          title={<Trans>All checks</Trans>}
          value={<span className="text-small font-normal text-ink-3">{trace.length}</span>}
        >
          <ul>
            <Rows trace={passed} currency={currency} />
          </ul>
        </Disclosure>
      )}
    </div>
  );
}

import { Trans, useLingui } from "@lingui/react/macro";
import { STRATEGY_ACTIONS } from "@tessera/contract/authorization/risk.schemas";
import { Sheet } from "../../../ui/overlay/sheet.tsx";
import { AboutAction, ACTION_TEXTS } from "./editor/then-panel.tsx";

interface RulesHelpSheetProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Explains briefly how rules work. */
export function RulesHelpSheet({ open, onClose }: RulesHelpSheetProps) {
  const { t } = useLingui();
  return (
    <Sheet open={open} onClose={onClose} title={t`How rules work`}>
      <p className="text-ink-2">
        <Trans>
          Your rules work in addition to each card’s limits. They can stop a payment but never force
          one through. A rule applies to a payment when all of its conditions are met.
        </Trans>
      </p>
      <dl className="mt-3">
        {STRATEGY_ACTIONS.map((action) => (
          <div key={action} className="border-t border-line py-2.5">
            <dt className="font-medium">{t(ACTION_TEXTS[action].label)}</dt>
            <dd className="text-small text-ink-2">
              <AboutAction action={action} />
            </dd>
          </div>
        ))}
        <div className="border-t border-line py-2.5">
          <dt className="font-medium">
            <Trans>Testing</Trans>
          </dt>
          <dd className="text-small text-ink-2">
            <Trans>The rule doesn’t stop any payment. The log shows what it would have done.</Trans>
          </dd>
        </div>
      </dl>
    </Sheet>
  );
}

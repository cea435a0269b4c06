import { Trans, useLingui } from "@lingui/react/macro";
import type { StrategyDetail } from "@tessera/contract/authorization/risk.schemas";
import { useLocale } from "../../../../lib/locale.ts";
import { Sheet } from "../../../../ui/overlay/sheet.tsx";
import { DateText } from "../../../../ui/text/date-text.tsx";
import { ruleSentence } from "../sentence/rule-sentence.ts";

interface HistorySheetProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly strategy: StrategyDetail;
  /** Loads the text of an earlier version into the editor. */
  readonly onUse: (version: StrategyDetail["versions"][number]) => void;
}

/** Lists the versions of a rule with their texts and dates. */
export function HistorySheet({ open, onClose, strategy, onUse }: HistorySheetProps) {
  const { t } = useLingui();
  const locale = useLocale();
  return (
    <Sheet open={open} onClose={onClose} title={t`History`} subtitle={strategy.name}>
      <ol>
        {strategy.versions.map((version) => (
          <li key={version.version} className="border-line py-2.5 not-first:border-t">
            <div className="flex flex-wrap items-center justify-between gap-x-3">
              <span className="font-medium">{version.name}</span>
              <span className="text-small text-ink-3">
                <DateText at={version.createdAt} />
              </span>
            </div>
            <p className="text-small text-ink-2">
              {ruleSentence(version.rule, (text) => t(text), locale)}
            </p>
            {version.version === strategy.version ? (
              <p className="text-small text-ink-3">
                <Trans>Current version</Trans>
              </p>
            ) : (
              <button
                type="button"
                onClick={() => onUse(version)}
                className="inline-flex min-h-11 items-center text-small font-medium text-accent-ink"
              >
                <Trans>Restore this version</Trans>
              </button>
            )}
          </li>
        ))}
      </ol>
    </Sheet>
  );
}

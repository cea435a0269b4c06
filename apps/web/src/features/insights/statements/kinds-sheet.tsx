import { Trans, useLingui } from "@lingui/react/macro";
import type { MovementKind } from "@tessera/contract/insights/bills.schemas";
import { Button } from "../../../ui/form/button.tsx";
import { Checkbox } from "../../../ui/form/checkbox.tsx";
import { Sheet } from "../../../ui/overlay/sheet.tsx";
import type { KindChoice } from "./choices.ts";

interface KindsSheetProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly choices: readonly KindChoice[];
  /** The chosen movement types; undefined for all types. */
  readonly kinds: readonly MovementKind[] | undefined;
  readonly onChange: (kinds: readonly MovementKind[] | undefined) => void;
}

/**
 * Lets the user choose the movement types to list. Other types still count toward the balances,
 * which would not add up otherwise.
 */
export function KindsSheet({ open, onClose, choices, kinds, onChange }: KindsSheetProps) {
  const { t } = useLingui();
  const all = choices.map(({ kind }) => kind);
  const toggle = (kind: MovementKind) => {
    const chosen = kinds ?? all;
    const next = all.filter((one) =>
      one === kind ? !chosen.includes(kind) : chosen.includes(one),
    );
    // An empty selection means all types. Otherwise, nothing would be listed.
    onChange(next.length === all.length || next.length === 0 ? undefined : next);
  };
  return (
    <Sheet open={open} onClose={onClose} title={t`Movement types`}>
      <fieldset className="min-w-0">
        <legend className="sr-only">{t`Movement types`}</legend>
        <Checkbox
          checked={kinds === undefined}
          disabled={kinds === undefined}
          onChange={() => onChange(undefined)}
          className="min-h-12 border-b border-line text-body font-medium"
        >
          <Trans>All types</Trans>
        </Checkbox>
        {choices.map(({ kind, label }) => (
          <Checkbox
            key={kind}
            checked={kinds?.includes(kind) ?? true}
            onChange={() => toggle(kind)}
            className="min-h-12 text-body not-last:border-b not-last:border-line"
          >
            {label}
          </Checkbox>
        ))}
      </fieldset>
      <p className="mt-3 text-small text-ink-3">
        <Trans>
          Movements that aren’t listed are still included in the totals, so that the balances match.
        </Trans>
      </p>
      <Button kind="primary" block className="mt-4" onClick={onClose}>
        <Trans>Done</Trans>
      </Button>
    </Sheet>
  );
}

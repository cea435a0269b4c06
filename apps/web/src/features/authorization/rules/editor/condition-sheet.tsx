import { useLingui } from "@lingui/react/macro";
import { Sheet } from "../../../../ui/overlay/sheet.tsx";
import type { ConditionKind } from "../sentence/condition-clauses.ts";
import { CONDITION_LOOKS } from "./condition-kinds.ts";

interface ConditionSheetProps {
  readonly open: boolean;
  readonly onClose: () => void;
  /** The condition types that the rule already uses. */
  readonly taken: readonly ConditionKind[];
  readonly onChoose: (kind: ConditionKind) => void;
}

/** Lets the user choose what a condition checks. */
export function ConditionSheet({ open, onClose, taken, onChoose }: ConditionSheetProps) {
  const { t } = useLingui();
  return (
    <Sheet open={open} onClose={onClose} title={t`Condition`}>
      <ul>
        {CONDITION_LOOKS.filter(({ kind }) => !taken.includes(kind)).map((look) => (
          <li key={look.kind} className="border-line not-first:border-t">
            <button
              type="button"
              onClick={() => onChoose(look.kind)}
              className="flex min-h-14 w-full items-center gap-3 py-1.5 text-left"
            >
              <span className="grid size-10 flex-none place-items-center rounded-small bg-fill text-ink-2">
                <look.icon aria-hidden="true" size={20} strokeWidth={1.75} />
              </span>
              <span className="min-w-0 flex-1">
                <span className="block font-medium">{t(look.label)}</span>
                <span className="block text-small text-ink-3">{t(look.about)}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </Sheet>
  );
}

import { Trans, useLingui } from "@lingui/react/macro";
import type { StrategyStatus } from "@tessera/contract/authorization/risk.schemas";
import { FilePen, FlaskConical, LoaderCircle, type LucideIcon, Power } from "lucide-react";
import type { ReactNode } from "react";
import { Sheet } from "../../../../ui/overlay/sheet.tsx";

export type TurnTo = "active" | "shadow" | undefined;

interface Choice {
  readonly turnTo: TurnTo;
  readonly icon: LucideIcon;
  readonly title: string;
  readonly about: string;
}

/** Returns the options for saving a rule with this status; undefined means a new rule. */
function useChoices(status: StrategyStatus | undefined): readonly Choice[] {
  const { t } = useLingui();
  const turnOn: Choice = {
    turnTo: "active",
    icon: Power,
    title: t`Save and turn on`,
    about: t`The rule takes effect with the next payment.`,
  };
  const tryOut: Choice = {
    turnTo: "shadow",
    icon: FlaskConical,
    title: t`Test it first`,
    about: t`The rule doesn’t stop any payment. The log shows what it would have done.`,
  };
  const leave = (title: string, about: string): Choice => ({
    turnTo: undefined,
    icon: FilePen,
    title,
    about,
  });
  switch (status) {
    case "shadow":
      return [turnOn, leave(t`Keep testing`, tryOut.about)];
    case "paused":
      return [turnOn, tryOut, leave(t`Leave it off`, t`The rule doesn’t apply to any payments.`)];
    default:
      return [turnOn, tryOut, leave(t`Save as draft`, t`The rule doesn’t apply to any payments.`)];
  }
}

interface SaveSheetProps {
  readonly open: boolean;
  readonly onClose: () => void;
  /** The rule, described in one sentence. */
  readonly sentence: string;
  readonly status: StrategyStatus | undefined;
  readonly onSave: (turnTo: TurnTo) => void;
  readonly saving: boolean;
  readonly sent: TurnTo;
  /** Explanation of why saving failed, if it did. */
  readonly note: ReactNode;
}

/** Asks whether an inactive rule should be turned on, tested or only saved. */
export function SaveSheet(props: SaveSheetProps) {
  const { open, onClose, sentence, status, onSave, saving, sent, note } = props;
  const { t } = useLingui();
  const choices = useChoices(status);
  return (
    <Sheet open={open} onClose={onClose} title={t`Save rule`} subtitle={sentence}>
      <ul>
        {choices.map(({ turnTo, icon: Icon, title, about }) => {
          const waits = saving && sent === turnTo;
          return (
            <li key={title} className="border-line not-first:border-t">
              <button
                type="button"
                aria-busy={waits || undefined}
                aria-disabled={saving || undefined}
                onClick={() => !saving && onSave(turnTo)}
                className="flex min-h-16 w-full items-center gap-3 py-2.5 text-left"
              >
                <span className="grid size-10 flex-none place-items-center rounded-small bg-accent-soft text-accent-ink">
                  {waits ? (
                    <LoaderCircle aria-hidden="true" size={20} className="spinning" />
                  ) : (
                    <Icon aria-hidden="true" size={20} strokeWidth={1.75} />
                  )}
                </span>
                <span className="min-w-0 flex-1">
                  <span className="block font-medium">{title}</span>
                  <span className="block text-small text-ink-3">
                    {waits ? <Trans>Saving</Trans> : about}
                  </span>
                </span>
              </button>
            </li>
          );
        })}
      </ul>
      {note}
    </Sheet>
  );
}

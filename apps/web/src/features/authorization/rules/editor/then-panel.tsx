import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import {
  STRATEGY_ACTIONS,
  type StrategyAction,
} from "@tessera/contract/authorization/risk.schemas";
import { Segmented } from "../../../../ui/form/segmented.tsx";
import { Panel } from "../../../../ui/layout/panel.tsx";
import type { Editing } from "./editing.ts";

interface ActionText {
  readonly label: MessageDescriptor;
  readonly about: MessageDescriptor;
  readonly more?: MessageDescriptor;
}

/** Name and description of each action a rule can take. */
export const ACTION_TEXTS: Readonly<Record<StrategyAction, ActionText>> = {
  decline: {
    label: msg({ message: "Decline", context: "what a rule does" }),
    about: msg`The payment is declined immediately.`,
  },
  review: {
    label: msg({ message: "Hold", context: "what a rule does" }),
    about: msg`The payment is declined for now and waits for your approval.`,
    more: msg`If you approve, the merchant’s next attempt goes through. No money is held.`,
  },
  freeze: {
    label: msg({ message: "Freeze", context: "what a rule does" }),
    about: msg`The payment is declined, and the card is frozen until you unfreeze it.`,
  },
  notify: {
    label: msg({ message: "Alert only", context: "what a rule does" }),
    about: msg`The payment goes through and is recorded in the log.`,
  },
};

/** Describes an action in a sentence or two. */
export function AboutAction({ action }: { readonly action: StrategyAction }) {
  const { t } = useLingui();
  const { about, more } = ACTION_TEXTS[action];
  return (
    <>
      {t(about)}
      {more !== undefined && <span className="block">{t(more)}</span>}
    </>
  );
}

/** Lets the user choose what happens to a matching payment. */
export function ThenPanel({ draft, change }: Editing) {
  const { t } = useLingui();
  return (
    <Panel className="mt-2.5">
      <h2 className="mb-2 text-small font-medium text-ink-3">
        <Trans>Then</Trans>
      </h2>
      <Segmented
        label={t`Action taken`}
        options={STRATEGY_ACTIONS.map((value) => ({ value, label: t(ACTION_TEXTS[value].label) }))}
        value={draft.action}
        onChange={(action) => change({ action })}
      />
      <p className="mt-2.5 text-small text-ink-2">
        <AboutAction action={draft.action} />
      </p>
    </Panel>
  );
}

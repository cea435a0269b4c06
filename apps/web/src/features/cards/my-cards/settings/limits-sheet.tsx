import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import type { Card } from "@tessera/contract/cards/cards.schemas";
import { useState } from "react";
import { cardLimitsOf, type LimitName } from "../../../../lib/card-limits.ts";
import { feeScheduleQuery } from "../../../../lib/fee-schedule.ts";
import { useLocale } from "../../../../lib/locale.ts";
import { tellOutcome } from "../../../../lib/tell-outcome.ts";
import { CardThumb } from "../../../../ui/card-face/card-thumb.tsx";
import { Button } from "../../../../ui/form/button.tsx";
import { Checkbox } from "../../../../ui/form/checkbox.tsx";
import { useForm } from "../../../../ui/form/use-form.ts";
import { Sheet } from "../../../../ui/overlay/sheet.tsx";
import { showToast } from "../../../../ui/overlay/toast-store.ts";
import { formatBasisPoints } from "../../../../ui/text/format-percent.ts";
import { cardLabel } from "../card-label.ts";
import { cardQuery } from "../cards.queries.ts";
import { SaveNote } from "../save-note.tsx";
import {
  draftOf,
  LIMIT_NAMES,
  type LimitDraft,
  limitsOf,
  problemOf,
  type Raise,
} from "./limit-draft.ts";
import { LimitField } from "./limit-field.tsx";
import { useOwnLimits } from "./settings.mutations.ts";

interface LimitsSheetProps {
  readonly card: Card;
  readonly open: boolean;
  readonly onClose: () => void;
  /** A limit that stopped a payment, with the higher amount to fill in. */
  readonly raise?: Raise | undefined;
  /** Whether to start with payments in other currencies allowed, after one was declined. */
  readonly allowsForeign?: boolean | undefined;
}

/** Lets the owner limit a card's spending per purchase, day and month. */
export function LimitsSheet(props: LimitsSheetProps) {
  const { card, open, onClose, raise, allowsForeign } = props;
  const { t } = useLingui();
  const locale = useLocale();
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t`Spending limits`}
      subtitle={cardLabel(card, locale)}
      lead={<CardThumb cardId={card.id} type={card.type} />}
    >
      <LimitsForm card={card} onClose={onClose} raise={raise} allowsForeign={allowsForeign} />
    </Sheet>
  );
}

function LimitsForm({
  card,
  onClose,
  raise,
  allowsForeign = false,
}: Omit<LimitsSheetProps, "open">) {
  const { t } = useLingui();
  // The `card` prop never changes after the sheet opens, so read the current version here.
  const newest = useQuery(cardQuery(card.id)).data ?? card;
  const [revision, setRevision] = useState(card.revision);
  const save = useOwnLimits(card.id);
  const most = cardLimitsOf(card);
  const { currency } = card;
  const fees = useQuery(feeScheduleQuery).data;
  const markup = formatBasisPoints(fees?.foreignMarkupBasisPoints ?? 0);
  const problemAt = (name: LimitName, draft: LimitDraft) =>
    problemOf(draft[name], most[name], card.currency);
  const send = (draft: LimitDraft, of: number) =>
    tellOutcome(
      save,
      { ...limitsOf(draft), revision: of },
      {
        onSuccess: () => showToast({ tone: "success", text: t`Limits saved` }),
        whileShown: onClose,
      },
    );
  const form = useForm({
    initial: () => ({ ...draftOf(card, raise), ...(allowsForeign && { paysForeign: true }) }),
    problems: (draft) =>
      Object.fromEntries(LIMIT_NAMES.map((name) => [name, problemAt(name, draft)])),
    send: (draft) => send(draft, revision),
  });
  return (
    <form ref={form.ref} noValidate onSubmit={form.submit} className="flex flex-col gap-4">
      <p className="text-ink-2">
        <Trans>
          Starting with the next payment, anything above a limit is declined. Leave a field empty to
          set no limit.
        </Trans>
      </p>
      {LIMIT_NAMES.map((name) => (
        <LimitField
          key={name}
          card={newest}
          name={name}
          value={form.draft[name]}
          problem={form.tried ? problemAt(name, form.draft) : undefined}
          onChange={(typed) => form.change({ [name]: typed })}
        />
      ))}
      <Checkbox
        multiline
        checked={form.draft.paysForeign}
        onChange={({ target }) => form.change({ paysForeign: target.checked })}
      >
        <span className="block font-medium">
          <Trans>Allow payments in other currencies</Trans>
        </span>
        <span className="block text-ink-2">
          <Trans>
            If the card network states no amount in {currency}, we convert at the mid rate plus{" "}
            {markup} and hold a little more until the payment settles.
          </Trans>
        </span>
      </Checkbox>
      {save.isError && (
        <SaveNote
          error={save.error}
          onKeepMine={() => {
            setRevision(newest.revision);
            send(form.draft, newest.revision);
          }}
          onTakeNewer={() => {
            setRevision(newest.revision);
            form.setDraft(draftOf(newest));
            save.reset();
          }}
        />
      )}
      <Button
        type="submit"
        kind="primary"
        block
        loadingLabel={save.isPending ? t`Saving` : undefined}
      >
        <Trans>Save limits</Trans>
      </Button>
    </form>
  );
}

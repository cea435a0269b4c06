import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { type Card, MAX_SCHEDULE_WINDOWS } from "@tessera/contract/cards/cards.schemas";
import { Plus } from "lucide-react";
import { useState } from "react";
import { useLocale } from "../../../../lib/locale.ts";
import { tellOutcome } from "../../../../lib/tell-outcome.ts";
import { CardThumb } from "../../../../ui/card-face/card-thumb.tsx";
import { Button } from "../../../../ui/form/button.tsx";
import { useForm } from "../../../../ui/form/use-form.ts";
import { Sheet } from "../../../../ui/overlay/sheet.tsx";
import { showToast } from "../../../../ui/overlay/toast-store.ts";
import { cardLabel } from "../card-label.ts";
import { useSchedule } from "../cards.mutations.ts";
import { cardQuery } from "../cards.queries.ts";
import { SaveNote } from "../save-note.tsx";
import { draftsOf, isComplete, type WindowDraft, windowsOf, withNext } from "./schedule-draft.ts";
import { ScheduleWindowFields } from "./schedule-window.tsx";

interface ScheduleSheetProps {
  readonly card: Card;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Renders a card’s blocked hours and one button that saves them all. */
export function ScheduleSheet({ card, open, onClose }: ScheduleSheetProps) {
  const { t } = useLingui();
  const locale = useLocale();
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t`Blocked hours`}
      subtitle={cardLabel(card, locale)}
      lead={<CardThumb cardId={card.id} type={card.type} />}
    >
      <ScheduleForm card={card} onClose={onClose} />
    </Sheet>
  );
}

function ScheduleForm({ card, onClose }: Pick<ScheduleSheetProps, "card" | "onClose">) {
  const { t } = useLingui();
  const { timeZone } = card.schedule;
  // The `card` prop never changes after the sheet opens, so read the current version here.
  const newest = useQuery(cardQuery(card.id)).data ?? card;
  const [base, setBase] = useState(card);
  const save = useSchedule(card.id);
  const send = (drafts: readonly WindowDraft[], { revision }: Pick<Card, "revision">) => {
    tellOutcome(
      save,
      { windows: windowsOf(drafts), revision },
      {
        onSuccess: () => {
          const text =
            drafts.length === 0 ? t`This card has no blocked hours` : t`Blocked hours saved`;
          showToast({ tone: "success", text });
        },
        whileShown: onClose,
      },
    );
  };
  const form = useForm({
    initial: () => draftsOf(card.schedule.windows),
    problems: (windows) => ({ windows: windows.every(isComplete) ? undefined : "incomplete" }),
    send: (windows) => {
      if (!save.isPending) {
        send(windows, base);
      }
    },
  });
  const { draft: drafts, setDraft: setDrafts } = form;
  return (
    <form ref={form.ref} noValidate onSubmit={form.submit} className="flex flex-col gap-3">
      <p className="text-ink-2">
        <Trans>
          During blocked hours, the card declines payments. You can still move funds, refunds still
          arrive, and approved payments still settle. Times are in {timeZone}.
        </Trans>
      </p>
      {drafts.map((draft, index) => (
        <ScheduleWindowFields
          key={draft.key}
          draft={draft}
          place={index + 1}
          checked={form.tried}
          onChange={(next) =>
            setDrafts((old) => old.map((one) => (one.key === next.key ? next : one)))
          }
          onRemove={() => setDrafts((old) => old.filter((one) => one.key !== draft.key))}
        />
      ))}
      <Button
        kind="text"
        size="md"
        className="self-start"
        icon={<Plus aria-hidden="true" size={20} strokeWidth={1.75} />}
        disabled={drafts.length >= MAX_SCHEDULE_WINDOWS}
        onClick={() => setDrafts(withNext)}
      >
        {drafts.length === 0 ? (
          <Trans>Add blocked hours</Trans>
        ) : (
          <Trans>Add more blocked hours</Trans>
        )}
      </Button>
      {save.isError && (
        <SaveNote
          error={save.error}
          onKeepMine={() => {
            setBase(newest);
            send(drafts, newest);
          }}
          onTakeNewer={() => {
            setBase(newest);
            setDrafts(draftsOf(newest.schedule.windows));
            save.reset();
          }}
        />
      )}
      <Button
        type="submit"
        kind="primary"
        block
        disabled={drafts.length === 0 && base.schedule.windows.length === 0}
        loadingLabel={save.isPending ? t`Saving` : undefined}
      >
        <Trans>Save blocked hours</Trans>
      </Button>
    </form>
  );
}

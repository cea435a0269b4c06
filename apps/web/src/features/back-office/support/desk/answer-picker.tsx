import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import type { DeskConversationDetail } from "@tessera/contract/back-office/support-desk.schemas";
import { useState } from "react";
import { Input } from "../../../../ui/form/input.tsx";
import { EmptyState } from "../../../../ui/list/empty-state.tsx";
import { SkeletonRows } from "../../../../ui/list/skeleton.tsx";
import { Sheet } from "../../../../ui/overlay/sheet.tsx";
import { outboxOf, writeDraft } from "../thread/outbox.ts";
import { answersQuery } from "./desk.queries.ts";
import { fillAnswer, textFor } from "./fill-answer.ts";

interface AnswerPickerProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly conversation: DeskConversationDetail;
  /** Key of the draft that the chosen reply is inserted into. */
  readonly place: string;
}

/**
 * Lets an operator insert a saved reply into the draft, in the customer's language and with its
 * variables filled in.
 */
export function AnswerPicker({ open, onClose, conversation, place }: AnswerPickerProps) {
  const { t } = useLingui();
  const [wanted, setWanted] = useState("");
  const { data: answers } = useQuery(answersQuery);
  const { locale } = conversation.customer;
  const shown = (answers ?? [])
    .map((answer) => ({
      ...answer,
      text: fillAnswer(textFor(answer, locale), conversation.variables),
    }))
    .filter(({ name, text }) =>
      `${name}\n${text}`.toLowerCase().includes(wanted.trim().toLowerCase()),
    );
  return (
    <Sheet open={open} onClose={onClose} title={t`Saved replies`}>
      <Input
        type="search"
        aria-label={t`Search`}
        placeholder={t`Search`}
        value={wanted}
        onChange={({ target }) => setWanted(target.value)}
      />
      {answers === undefined && <SkeletonRows count={3} />}
      {answers !== undefined && shown.length === 0 && (
        <EmptyState>
          {answers.length > 0 ? (
            <Trans>No saved replies match.</Trans>
          ) : (
            <Trans>No saved replies yet. Create them next to the list of conversations.</Trans>
          )}
        </EmptyState>
      )}
      {shown.map(({ id, name, text }) => (
        <button
          key={id}
          type="button"
          className="flex min-h-13 w-full flex-col border-b border-line py-2.5 text-left"
          onClick={() => {
            const { text: draft } = outboxOf(place);
            writeDraft(place, draft === "" ? text : `${draft}\n\n${text}`);
            onClose();
          }}
        >
          <span className="font-medium">{name}</span>
          <span className="w-full truncate text-small text-ink-3">{text}</span>
        </button>
      ))}
    </Sheet>
  );
}

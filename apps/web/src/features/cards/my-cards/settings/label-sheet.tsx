import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { type Card, MAX_NICKNAME_LENGTH } from "@tessera/contract/cards/cards.schemas";
import { useState } from "react";
import { useLocale } from "../../../../lib/locale.ts";
import { tellOutcome } from "../../../../lib/tell-outcome.ts";
import { CardThumb } from "../../../../ui/card-face/card-thumb.tsx";
import { Button } from "../../../../ui/form/button.tsx";
import { Field } from "../../../../ui/form/field.tsx";
import { Input } from "../../../../ui/form/input.tsx";
import { useForm } from "../../../../ui/form/use-form.ts";
import { cardName } from "../../../../ui/mosaic/card-name.ts";
import { Sheet } from "../../../../ui/overlay/sheet.tsx";
import { showToast } from "../../../../ui/overlay/toast-store.ts";
import { cardLabel } from "../card-label.ts";
import { cardQuery } from "../cards.queries.ts";
import { SaveNote } from "../save-note.tsx";
import { useLabel } from "./settings.mutations.ts";
import { addTag } from "./tag-draft.ts";
import { TagField } from "./tag-field.tsx";

interface LabelSheetProps {
  readonly card: Card;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Lets the customer rename a card and set its tags. */
export function LabelSheet({ card, open, onClose }: LabelSheetProps) {
  const { t } = useLingui();
  const locale = useLocale();
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t`Name and tags`}
      subtitle={cardLabel(card, locale)}
      lead={<CardThumb cardId={card.id} type={card.type} />}
    >
      <LabelForm card={card} onClose={onClose} />
    </Sheet>
  );
}

interface LabelDraft {
  readonly name: string;
  readonly tags: readonly string[];
  /** A tag that was typed but not added yet. */
  readonly typed: string;
}

function draftOf({ nickname, tags }: Card): LabelDraft {
  return { name: nickname ?? "", tags, typed: "" };
}

function LabelForm({ card, onClose }: Pick<LabelSheetProps, "card" | "onClose">) {
  const { t } = useLingui();
  const locale = useLocale();
  // The `card` prop never changes after the sheet opens, so read the current version here.
  const newest = useQuery(cardQuery(card.id)).data ?? card;
  const [revision, setRevision] = useState(card.revision);
  const save = useLabel(card);
  const form = useForm({
    initial: draftOf(card),
    send: () => send(revision),
    write: { error: save.error },
  });
  const { draft, change } = form;
  const send = (of: number): void => {
    const name = draft.name.trim();
    // Also saves a tag that was typed but not added.
    const all = addTag(draft.tags, draft.typed);
    change({ tags: all, typed: "" });
    tellOutcome(
      save,
      { nickname: name === "" ? null : name, tags: [...all], revision: of },
      {
        onSuccess: () => showToast({ tone: "success", text: t`Card saved` }),
        whileShown: onClose,
      },
    );
  };
  return (
    <form ref={form.ref} noValidate onSubmit={form.submit} className="flex flex-col gap-4">
      <Field
        label={t`Name`}
        hint={<Trans>Only you see this name. Leave it empty to use the card’s default name.</Trans>}
      >
        {(control) => (
          <Input
            {...control}
            {...form.text("name")}
            maxLength={MAX_NICKNAME_LENGTH}
            autoComplete="off"
            placeholder={cardName({ ...card, nickname: null }, locale)}
          />
        )}
      </Field>
      <TagField
        tags={draft.tags}
        typed={draft.typed}
        onType={(typed) => change({ typed })}
        onChange={(tags) => change({ tags })}
      />
      {save.isError && (
        <SaveNote
          error={save.error}
          onKeepMine={() => {
            setRevision(newest.revision);
            send(newest.revision);
          }}
          onTakeNewer={() => {
            setRevision(newest.revision);
            form.setDraft({ ...draftOf(newest), typed: draft.typed });
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
        <Trans>Save name and tags</Trans>
      </Button>
    </form>
  );
}

import { Trans, useLingui } from "@lingui/react/macro";
import {
  CASE_ITEMS,
  type CaseItem,
  MAX_NOTE_LENGTH,
  type OperatorCaseDetail,
} from "@tessera/contract/back-office/reviews.schemas";
import { tellOutcome } from "../../../../lib/tell-outcome.ts";
import { Button } from "../../../../ui/form/button.tsx";
import { Checkbox } from "../../../../ui/form/checkbox.tsx";
import { Field } from "../../../../ui/form/field.tsx";
import { Select } from "../../../../ui/form/select.tsx";
import { TextArea } from "../../../../ui/form/text-area.tsx";
import { useForm } from "../../../../ui/form/use-form.ts";
import { Sheet } from "../../../../ui/overlay/sheet.tsx";
import { ITEM_WORDS } from "../review-words.ts";
import { ActProblem } from "./act-problem.tsx";
import { useOperatorAct } from "./operator-reviews.mutations.ts";

interface AskSheetProps {
  readonly detail: OperatorCaseDetail;
  readonly open: boolean;
  readonly onClose: () => void;
  /** Called if another operator acted first, which makes the displayed case outdated. */
  readonly onForestalled: (error: Error) => void;
}

const DAYS = [3, 7, 14, 30] as const;
const NOTHING_ASKED = { items: [] as readonly CaseItem[], note: "", days: 7 };

/**
 * Requests items from the customer and sets a deadline; the case is paused until the customer
 * responds.
 */
export function AskSheet({ detail, open, onClose, onForestalled }: AskSheetProps) {
  const { t } = useLingui();
  const asking = useOperatorAct(detail, onForestalled);
  const form = useForm({
    initial: NOTHING_ASKED,
    send: ({ items, note, days }) => {
      const act = { what: "ask", items, note: note.trim(), days } as const;
      tellOutcome(asking, act, { whileShown: onClose });
    },
    write: { error: asking.error },
  });
  const { draft, change } = form;
  const { items } = draft;
  return (
    <Sheet open={open} onClose={onClose} title={<Trans>Ask the customer</Trans>}>
      <form ref={form.ref} className="grid gap-4" onSubmit={form.submit}>
        <fieldset className="min-w-0">
          <legend className="mb-1.5 text-small font-medium text-ink-2">
            <Trans>What is missing</Trans>
          </legend>
          {CASE_ITEMS.map((item) => (
            <Checkbox
              key={item}
              checked={items.includes(item)}
              onChange={({ target }) =>
                change({
                  items: target.checked
                    ? [...items, item]
                    : items.filter((other) => other !== item),
                })
              }
            >
              {t(ITEM_WORDS[item])}
            </Checkbox>
          ))}
        </fieldset>
        <Field label={t`Message to customer`}>
          {(control) => (
            <TextArea
              {...control}
              value={draft.note}
              maxLength={MAX_NOTE_LENGTH}
              onChange={({ target }) => change({ note: target.value.replaceAll("\n", " ") })}
            />
          )}
        </Field>
        <Field label={t`Time to reply`}>
          {(control) => (
            <Select
              {...control}
              value={draft.days}
              onChange={({ target }) => change({ days: Number(target.value) })}
            >
              {DAYS.map((count) => (
                <option key={count} value={count}>
                  {t`${count} days`}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Button
          type="submit"
          kind="primary"
          block
          disabled={items.length === 0}
          loadingLabel={asking.isPending ? t`Asking the customer` : undefined}
        >
          <Trans>Ask and pause the clock</Trans>
        </Button>
      </form>
      <ActProblem error={asking.error} />
    </Sheet>
  );
}

import { Trans, useLingui } from "@lingui/react/macro";
import { parseAmount } from "@tessera/money";
import { Button } from "../../../ui/form/button.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { Input } from "../../../ui/form/input.tsx";
import { useForm } from "../../../ui/form/use-form.ts";
import { Sheet } from "../../../ui/overlay/sheet.tsx";
import { groupedAmount, typedAmount, wireAmount } from "../../../ui/text/amount-text.ts";
import type { AmountRange } from "./filter-options.ts";

interface AmountFilterSheetProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly range: AmountRange;
  readonly onChoose: (range: AmountRange) => void;
}

interface AmountFieldProps {
  readonly label: string;
  readonly value: string;
  readonly error?: string | undefined;
  readonly onChange: (typed: string) => void;
}

function AmountField({ label, value, error, onChange }: AmountFieldProps) {
  return (
    <Field label={label} error={error} className="min-w-0 flex-1 basis-32">
      {(control) => (
        <Input
          {...control}
          inputMode="decimal"
          autoComplete="off"
          placeholder="0.00"
          value={groupedAmount(value)}
          onChange={({ target }) => {
            const typed = typedAmount(target.value);
            if (typed !== undefined) {
              onChange(typed);
            }
          }}
        />
      )}
    </Field>
  );
}

/** Returns true if the minimum exceeds the maximum. All currencies here have two decimals. */
function isBackwards({ min, max }: AmountRange): boolean {
  const [least, most] = [min, max].map((amount) =>
    amount === undefined ? undefined : parseAmount(amount, "USD"),
  );
  return least !== undefined && most !== undefined && least > most;
}

function rangeOf({ min, max }: { readonly min: string; readonly max: string }): AmountRange {
  return { min: wireAmount(min), max: wireAmount(max) };
}

/** Renders the form for a movement's minimum and maximum amount. Both are optional. */
export function AmountFilterSheet({ open, onClose, range, onChoose }: AmountFilterSheetProps) {
  const { t } = useLingui();
  const form = useForm({
    initial: { min: range.min ?? "", max: range.max ?? "" },
    problems: (typed) => ({
      max: isBackwards(rangeOf(typed)) && t`This is less than the minimum.`,
    }),
    send: (typed) => {
      form.restart();
      onChoose(rangeOf(typed));
    },
  });
  return (
    <Sheet open={open} onClose={onClose} title={t`Amount`}>
      <form ref={form.ref} onSubmit={form.submit} noValidate>
        <div className="flex flex-wrap gap-3">
          <AmountField
            label={t`Minimum`}
            value={form.draft.min}
            onChange={(min) => form.change({ min })}
          />
          <AmountField
            label={t`Maximum`}
            value={form.draft.max}
            onChange={(max) => form.change({ max })}
            error={form.errorAt("max")}
          />
        </div>
        <p className="mt-2 text-small text-ink-3">
          <Trans>Applies to both money in and money out.</Trans>
        </p>
        <Button type="submit" kind="primary" block className="mt-5">
          <Trans>Show</Trans>
        </Button>
        <Button
          kind="text"
          block
          className="mt-1"
          onClick={() => onChoose({ min: undefined, max: undefined })}
        >
          <Trans>Any amount</Trans>
        </Button>
      </form>
    </Sheet>
  );
}

import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import type { ProgramSegment } from "@tessera/contract/back-office/program.schemas";
import { CARD_NETWORKS } from "@tessera/contract/cards/cards.schemas";
import { LOCALES } from "@tessera/contract/errors/locales";
import { CURRENCIES } from "@tessera/money";
import type { ReactNode } from "react";
import { networkName } from "../../../ui/card-face/network-mark.tsx";
import { WriteNote } from "../../../ui/decision/write-note.tsx";
import { Button } from "../../../ui/form/button.tsx";
import { Checkbox } from "../../../ui/form/checkbox.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { LOCALE_NAMES } from "../../../ui/form/preference-buttons.tsx";
import { Select } from "../../../ui/form/select.tsx";
import { Note } from "../../../ui/layout/panel.tsx";
import { formatBasisPoints } from "../../../ui/text/format-percent.ts";
import styles from "./program.module.css";
import { segmentsQuery } from "./program.queries.ts";
import type { SegmentDraft } from "./segment-draft.ts";
import { type SegmentEditor, useSegmentEditor } from "./segment-editor.ts";
import { tierOptions } from "./segment-words.ts";
import { TextField } from "./text-field.tsx";

interface PartProps {
  readonly editor: SegmentEditor;
  readonly readOnly: boolean;
}

function Part({ title, children }: { readonly title: ReactNode; readonly children: ReactNode }) {
  return (
    <fieldset>
      <legend className={`${styles.heading} font-semibold`}>{title}</legend>
      <div className={styles.fields}>{children}</div>
    </fieldset>
  );
}

function Choice<T extends string>({
  label,
  options,
  value,
  disabled,
  onChange,
}: {
  readonly label: ReactNode;
  readonly options: readonly { readonly value: T; readonly label: string }[];
  readonly value: T;
  readonly disabled: boolean;
  readonly onChange: (value: T) => void;
}) {
  return (
    <Field label={label}>
      {(control) => (
        <Select
          {...control}
          disabled={disabled}
          value={value}
          onChange={({ target }) => onChange(target.value as T)}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

function Identity({ editor, readOnly }: PartProps) {
  const { t } = useLingui();
  const { draft, change, base, errorAt } = editor;
  const isFixed = readOnly || (base !== undefined && base.issued > 0);
  return (
    <Part title={<Trans>Basics</Trans>}>
      <Choice
        label={<Trans>Card network</Trans>}
        options={CARD_NETWORKS.map((value) => ({ value, label: networkName(value) }))}
        value={draft.network}
        disabled={isFixed}
        onChange={(network) => change({ network })}
      />
      <Choice
        label={<Trans>Card type</Trans>}
        options={tierOptions(t)}
        value={draft.type}
        disabled={isFixed}
        onChange={(type) => change({ type })}
      />
      <Choice
        label={<Trans>Currency</Trans>}
        options={CURRENCIES.map((value) => ({ value, label: value }))}
        value={draft.currency}
        disabled={isFixed}
        onChange={(currency) => change({ currency })}
      />
      <TextField
        label={<Trans>BIN</Trans>}
        mode="numeric"
        maxLength={8}
        value={draft.bin}
        disabled={isFixed}
        error={errorAt("bin")}
        onChange={(bin) => change({ bin })}
      />
    </Part>
  );
}

function Limits({ editor, readOnly }: PartProps) {
  const { draft, change, errorAt } = editor;
  const field = (name: "perTransaction" | "daily" | "monthly", label: ReactNode) => (
    <TextField
      label={label}
      mode="decimal"
      maxLength={15}
      unit={draft.currency}
      value={draft[name]}
      disabled={readOnly}
      error={errorAt(`limits.${name}`)}
      onChange={(value) => change({ [name]: value } satisfies Partial<SegmentDraft>)}
    />
  );
  return (
    <Part title={<Trans>Limits for new cards</Trans>}>
      {field("perTransaction", <Trans>Per payment</Trans>)}
      {field("daily", <Trans>Per day</Trans>)}
      {field("monthly", <Trans>Per month</Trans>)}
    </Part>
  );
}

function OwnFees({ editor, readOnly }: PartProps) {
  const { draft, change, errorAt, base } = editor;
  const rate = base === undefined ? "" : formatBasisPoints(base.charged.depositFeeBasisPoints);
  return (
    <Part title={<Trans>Custom fees</Trans>}>
      <TextField
        label={<Trans>Opening fee</Trans>}
        mode="decimal"
        maxLength={8}
        unit={draft.currency}
        value={draft.openingFee}
        disabled={readOnly}
        error={errorAt("openingFee")}
        hint={
          base === undefined ? (
            <Trans>Leave empty to use the published fee. You can only lower it.</Trans>
          ) : (
            <Trans>Current charge: {base.charged.openingFee}. You can only lower it.</Trans>
          )
        }
        onChange={(openingFee) => change({ openingFee })}
      />
      <TextField
        label={<Trans>Fee for adding funds</Trans>}
        mode="decimal"
        maxLength={6}
        unit="%"
        value={draft.depositFee}
        disabled={readOnly}
        error={errorAt("depositFeeBasisPoints")}
        hint={
          base === undefined ? (
            <Trans>Leave empty to use the published fee. You can only lower it.</Trans>
          ) : (
            <Trans>Current charge: {rate}. You can only lower it.</Trans>
          )
        }
        onChange={(depositFee) => change({ depositFee })}
      />
    </Part>
  );
}

function Names({ editor, readOnly }: PartProps) {
  const { draft, change, errorAt } = editor;
  return (
    <Part title={<Trans>Purpose, as shown to customers</Trans>}>
      {LOCALES.map((locale) => (
        <TextField
          key={locale}
          label={LOCALE_NAMES[locale]}
          value={draft.names[locale]}
          disabled={readOnly}
          error={errorAt(`names.${locale}`)}
          onChange={(name) => change({ names: { ...draft.names, [locale]: name } })}
        />
      ))}
    </Part>
  );
}

/** Offers options if another operator saved first. The edits are kept. */
function StaleChoice({ editor }: { readonly editor: SegmentEditor }) {
  const queries = useQueryClient();
  const withNewest = async (then: (newest: ProgramSegment) => void) => {
    const { data } = await queries.fetchQuery(segmentsQuery());
    const newest = data.find(({ id }) => id === editor.base?.id);
    if (newest !== undefined) {
      then(newest);
    }
  };
  return (
    <span className="flex flex-wrap gap-2 pt-2">
      <Button size="md" onClick={() => void withNewest(editor.take)}>
        <Trans>Use their version</Trans>
      </Button>
      <Button size="md" onClick={() => void withNewest(editor.overwrite)}>
        <Trans>Save my version</Trans>
      </Button>
    </span>
  );
}

interface SegmentFormProps {
  /** The card product being edited; undefined for a new one. */
  readonly segment: ProgramSegment | undefined;
  readonly readOnly: boolean;
  readonly onSaved: (saved: ProgramSegment) => void;
}

/** Renders the form that creates or edits a card product. */
export function SegmentForm({ segment, readOnly, onSaved }: SegmentFormProps) {
  const { t } = useLingui();
  const editor = useSegmentEditor(segment, onSaved);
  const { draft, change, base, save, errorAt } = editor;
  return (
    <form ref={editor.ref} noValidate className={styles.form} onSubmit={editor.submit}>
      {base !== undefined && base.issued > 0 && !readOnly && (
        <Note>
          <Trans>
            Cards of this product have been issued, so its basic properties can’t change. Issued
            cards keep their limits.
          </Trans>
        </Note>
      )}
      <Identity editor={editor} readOnly={readOnly} />
      <Names editor={editor} readOnly={readOnly} />
      <Limits editor={editor} readOnly={readOnly} />
      <OwnFees editor={editor} readOnly={readOnly} />
      {base === undefined && (
        <TextField
          label={<Trans>Initial stock</Trans>}
          mode="numeric"
          maxLength={7}
          value={draft.stock}
          error={errorAt("stock")}
          onChange={(stock) => change({ stock })}
        />
      )}
      <Checkbox
        checked={draft.open}
        disabled={readOnly}
        onChange={({ target }) => change({ open: target.checked })}
      >
        <Trans>Available to customers</Trans>
      </Checkbox>
      <WriteNote write={save}>
        <StaleChoice editor={editor} />
      </WriteNote>
      {!readOnly && (
        <div className={styles.actions}>
          <Button type="submit" kind="primary" loadingLabel={save.sending ? t`Saving` : undefined}>
            {base === undefined ? <Trans>Add product</Trans> : <Trans>Save</Trans>}
          </Button>
        </div>
      )}
    </form>
  );
}

import type { MessageDescriptor } from "@lingui/core";
import { Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { messageOf } from "../../../lib/api/api-error.ts";
import { Button } from "../../../ui/form/button.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { Input } from "../../../ui/form/input.tsx";
import { Select } from "../../../ui/form/select.tsx";
import { useForm } from "../../../ui/form/use-form.ts";
import { Note } from "../../../ui/layout/panel.tsx";
import type { Grounds } from "./customers.mutations.ts";

interface GroundsFormProps<R extends string> {
  /** Explanation of the consequences for the customer. */
  readonly children: ReactNode;
  /** The reasons to choose from; absent when undoing an action. */
  readonly reasons?: Readonly<Record<R, MessageDescriptor>>;
  readonly confirmLabel: string;
  readonly loadingLabel: string;
  readonly destructive?: boolean;
  readonly sending: boolean;
  readonly error: Error | null;
  readonly onSend: (grounds: Grounds<R>) => void;
}

/** Asks for the grounds for an action on a customer and explains the consequences. */
export function GroundsForm<R extends string>({
  children,
  reasons,
  confirmLabel,
  loadingLabel,
  destructive,
  sending,
  error,
  onSend,
}: GroundsFormProps<R>) {
  const { t } = useLingui();
  const names = Object.entries<MessageDescriptor>(reasons ?? {}) as [R, MessageDescriptor][];
  const form = useForm({
    initial: { reason: names[0]?.[0], note: "" },
    problems: ({ note }) => ({ note: note.trim() === "" && t`Give a short reason.` }),
    send: ({ reason, note }) => {
      if (!sending) {
        onSend({ note: note.trim(), ...(reason !== undefined && { reason }) });
      }
    },
  });
  return (
    <form noValidate className="flex flex-col gap-3" onSubmit={form.submit}>
      <Note tone={destructive ? "caution" : "info"}>{children}</Note>
      {names.length > 0 && (
        <Field label={<Trans>Reason</Trans>}>
          {(control) => (
            <Select
              {...control}
              value={form.draft.reason}
              onChange={({ target }) => form.change({ reason: target.value as R })}
            >
              {names.map(([value, text]) => (
                <option key={value} value={value}>
                  {t(text)}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
      <Field
        label={<Trans>Internal note for the record</Trans>}
        hint={<Trans>Only operators can see this.</Trans>}
        error={form.errorAt("note")}
      >
        {(control) => <Input {...control} {...form.text("note")} maxLength={200} />}
      </Field>
      {error !== null && (
        <Note tone="negative" role="alert">
          {messageOf(error, t`Unknown error`)}
        </Note>
      )}
      <Button
        type="submit"
        kind={destructive ? "destructive" : "primary"}
        block
        loadingLabel={sending ? loadingLabel : undefined}
      >
        {confirmLabel}
      </Button>
    </form>
  );
}

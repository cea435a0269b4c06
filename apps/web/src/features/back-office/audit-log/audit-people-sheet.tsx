import { Trans, useLingui } from "@lingui/react/macro";
import { Button } from "../../../ui/form/button.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { Input } from "../../../ui/form/input.tsx";
import { useForm } from "../../../ui/form/use-form.ts";
import { Sheet } from "../../../ui/overlay/sheet.tsx";
import type { AuditSearch, AuditSearchChanges } from "./audit.queries.ts";

interface PeopleSheetProps {
  readonly search: AuditSearch;
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onChange: (changes: AuditSearchChanges) => void;
}

/** Lets the operator filter by actor, customer or request. */
export function PeopleSheet({ search, open, onClose, onChange }: PeopleSheetProps) {
  const { t } = useLingui();
  const form = useForm({
    initial: {
      actor: search.actor ?? "",
      customerId: search.customerId ?? "",
      requestId: search.requestId ?? "",
    },
    send: ({ actor, customerId, requestId }) => {
      onChange({
        actor: actor.trim() || undefined,
        customerId: customerId.trim() || undefined,
        requestId: requestId.trim() || undefined,
      });
      onClose();
    },
  });
  const fields = [
    ["actor", t`Actor (username or ID)`],
    ["customerId", t`Customer (cus_…)`],
    ["requestId", t`Request ID`],
  ] as const;
  return (
    <Sheet open={open} onClose={onClose} title={t`Filter records`}>
      <form ref={form.ref} onSubmit={form.submit} noValidate className="flex flex-col gap-3">
        {fields.map(([name, label]) => (
          <Field key={name} label={label}>
            {(control) => (
              <Input
                {...control}
                {...form.text(name)}
                maxLength={80}
                autoCapitalize="none"
                spellCheck={false}
              />
            )}
          </Field>
        ))}
        <Button type="submit" kind="primary" block>
          <Trans context="logs">Show</Trans>
        </Button>
      </form>
    </Sheet>
  );
}

import { Trans, useLingui } from "@lingui/react/macro";
import { type FormEvent, useState } from "react";
import { Button } from "../../../ui/form/button.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { Input } from "../../../ui/form/input.tsx";
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
  const [actor, setActor] = useState(search.actor ?? "");
  const [customerId, setCustomerId] = useState(search.customerId ?? "");
  const [requestId, setRequestId] = useState(search.requestId ?? "");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onChange({
      actor: actor.trim() || undefined,
      customerId: customerId.trim() || undefined,
      requestId: requestId.trim() || undefined,
    });
    onClose();
  };
  const fields = [
    [t`Actor (username or ID)`, actor, setActor],
    [t`Customer (cus_…)`, customerId, setCustomerId],
    [t`Request ID`, requestId, setRequestId],
  ] as const;
  return (
    <Sheet open={open} onClose={onClose} title={t`Filter records`}>
      <form onSubmit={submit} noValidate className="flex flex-col gap-3">
        {fields.map(([label, value, set]) => (
          <Field key={label} label={label}>
            {(control) => (
              <Input
                {...control}
                value={value}
                maxLength={80}
                autoCapitalize="none"
                spellCheck={false}
                onChange={({ target }) => set(target.value)}
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

import { Trans, useLingui } from "@lingui/react/macro";
import type { ApiKey } from "@tessera/contract/identity/api-keys.schemas";
import { useState } from "react";
import { Field } from "../../../ui/form/field.tsx";
import { Select } from "../../../ui/form/select.tsx";
import { Sheet } from "../../../ui/overlay/sheet.tsx";
import { ProofForm } from "../../../ui/proof/proof-sheet.tsx";
import { useKeyWrites } from "./api-keys.queries.ts";
import { KeyText } from "./key-text.tsx";

/** Gives a key a new text, and asks how long the old one still works. */
export function RotateKeySheet({
  apiKey,
  open,
  onClose,
}: {
  readonly apiKey: ApiKey;
  readonly open: boolean;
  readonly onClose: () => void;
}) {
  const { t } = useLingui();
  const { rotate } = useKeyWrites();
  const [overlap, setOverlap] = useState("60");
  const [text, setText] = useState<string>();
  return (
    <Sheet open={open} onClose={onClose} title={<Trans>Replace key</Trans>} subtitle={apiKey.name}>
      {text !== undefined && <KeyText text={text} onDone={onClose} />}
      {text === undefined && open && (
        <ProofForm
          confirmLabel={t`Replace key`}
          onProven={async (proof) => {
            setText((await rotate(apiKey.id, Number(overlap), proof)).secret);
          }}
        >
          <Field label={t`The old key works for`}>
            {(control) => (
              <Select
                {...control}
                value={overlap}
                onChange={({ target }) => setOverlap(target.value)}
              >
                <option value="0">{t`No longer`}</option>
                <option value="60">{t`1 hour`}</option>
                <option value="1440">{t`24 hours`}</option>
              </Select>
            )}
          </Field>
        </ProofForm>
      )}
    </Sheet>
  );
}

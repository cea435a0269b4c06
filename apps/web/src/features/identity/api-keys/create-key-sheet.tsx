import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Button } from "../../../ui/form/button.tsx";
import { Sheet } from "../../../ui/overlay/sheet.tsx";
import { ProofForm } from "../../../ui/proof/proof-sheet.tsx";
import { useKeyWrites } from "./api-keys.queries.ts";
import { CreateKeyForm } from "./create-key-form.tsx";
import { bodyOf, EMPTY_DRAFT } from "./key-draft.ts";
import { KeyText } from "./key-text.tsx";

/** Creates a key: what it may do, the step-up, and its text. */
export function CreateKeySheet({
  open,
  onClose,
}: {
  readonly open: boolean;
  readonly onClose: () => void;
}) {
  const { t } = useLingui();
  const { create } = useKeyWrites();
  const [draft, setDraft] = useState(EMPTY_DRAFT);
  const [isFilled, setIsFilled] = useState(false);
  const [text, setText] = useState<string>();
  return (
    <Sheet open={open} onClose={onClose} title={<Trans>New API key</Trans>}>
      {text !== undefined && <KeyText text={text} onDone={onClose} />}
      {text === undefined && !isFilled && (
        <CreateKeyForm
          draft={draft}
          onNext={(next) => {
            setDraft(next);
            setIsFilled(true);
          }}
        />
      )}
      {text === undefined && isFilled && (
        <>
          <ProofForm
            confirmLabel={t`Create key`}
            onProven={async (proof) => setText((await create(bodyOf(draft), proof)).secret)}
          >
            <Trans>Confirm that it’s you. Software that has the key can use your account.</Trans>
          </ProofForm>
          <Button kind="text" block className="mt-2" onClick={() => setIsFilled(false)}>
            <Trans>Back</Trans>
          </Button>
        </>
      )}
    </Sheet>
  );
}

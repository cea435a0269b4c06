import { Trans } from "@lingui/react/macro";
import { Button } from "../../../ui/form/button.tsx";
import { Note } from "../../../ui/layout/panel.tsx";
import type { useCreateDeposit } from "./deposit.mutations.ts";

interface DepositWriteNoteProps {
  readonly create: ReturnType<typeof useCreateDeposit>;
}

/** Explains why there is no address and what to do. */
export function DepositWriteNote({ create }: DepositWriteNoteProps) {
  if (create.unknown && !create.sending) {
    return (
      <Note tone="caution" role="alert">
        <p>
          <Trans>
            No response from the server. You can safely try again; only one deposit will be created.
          </Trans>
        </p>
        <Button size="md" className="mt-2.5" onClick={create.sendAgain}>
          <Trans>Check again</Trans>
        </Button>
      </Note>
    );
  }
  return create.error === null ? null : (
    <Note tone="negative" role="alert">
      {create.error.message === "" ? <Trans>Unknown error</Trans> : create.error.message}
    </Note>
  );
}

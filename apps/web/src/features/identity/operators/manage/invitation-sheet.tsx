import { Trans, useLingui } from "@lingui/react/macro";
import { useMutation } from "@tanstack/react-query";
import type { Invitation } from "@tessera/contract/identity/operators.schemas";
import { useState } from "react";
import { messageOf } from "../../../../lib/api/api-error.ts";
import { tellOutcome } from "../../../../lib/tell-outcome.ts";
import { Button } from "../../../../ui/form/button.tsx";
import { KeyValue, Note } from "../../../../ui/layout/panel.tsx";
import { Sheet } from "../../../../ui/overlay/sheet.tsx";
import { showToast } from "../../../../ui/overlay/toast-store.ts";
import { ProofForm } from "../../../../ui/proof/proof-sheet.tsx";
import { DateText } from "../../../../ui/text/date-text.tsx";
import { ROLE_NAMES } from "./operator-words.ts";
import { useInvitationActs } from "./operators.mutations.ts";

interface InvitationSheetProps {
  readonly invitation: Invitation;
  readonly open: boolean;
  readonly onClose: () => void;
}

type SheetPart = Pick<InvitationSheetProps, "invitation" | "onClose">;

/** Lets an administrator email a new link, which invalidates the previous one. */
function Resending({ invitation, onClose }: SheetPart) {
  const { t } = useLingui();
  const { resend } = useInvitationActs(invitation);
  const { email } = invitation;
  return (
    <ProofForm
      confirmLabel={t`Resend`}
      onProven={async (proof) => {
        await resend(proof);
        showToast({ tone: "success", text: t`Invitation sent` });
        onClose();
      }}
    >
      <Trans>{email} gets a new link. The old link stops working.</Trans>
    </ProofForm>
  );
}

function Choices({ invitation, onClose, onResend }: SheetPart & { onResend: () => void }) {
  const { t } = useLingui();
  const { withdraw } = useInvitationActs(invitation);
  const withdrawing = useMutation<unknown, Error, void>({ mutationFn: withdraw });
  const { role, status, invitedBy, approvedBy, sentAt, expiresAt } = invitation;
  // An invitation approved by a second administrator keeps its expiry and has to be proposed again.
  const canResend = approvedBy === null || status === "waiting";
  return (
    <>
      <dl>
        <KeyValue label={<Trans>Role</Trans>}>{t(ROLE_NAMES[role])}</KeyValue>
        <KeyValue ruled label={<Trans>Invited by</Trans>}>
          {invitedBy}
        </KeyValue>
        {approvedBy !== null && (
          <KeyValue ruled label={<Trans>Approved by</Trans>}>
            {approvedBy}
          </KeyValue>
        )}
        <KeyValue ruled label={<Trans>Link sent</Trans>}>
          <DateText at={sentAt} />
        </KeyValue>
        <KeyValue ruled label={<Trans>Link valid until</Trans>}>
          <DateText at={expiresAt} />
        </KeyValue>
      </dl>
      {!canResend && (
        <Note className="mt-3">
          <Trans>It has expired. Propose a new invitation.</Trans>
        </Note>
      )}
      {withdrawing.error !== null && (
        <Note tone="negative" role="alert" className="mt-3">
          {messageOf(withdrawing.error, t`Unknown error`)}
        </Note>
      )}
      <div className="mt-4 flex flex-col gap-2.5">
        {canResend && (
          <Button kind="primary" block onClick={onResend}>
            <Trans>Resend</Trans>
          </Button>
        )}
        <Button
          kind="destructive"
          block
          loadingLabel={withdrawing.isPending ? t`Withdrawing` : undefined}
          onClick={() =>
            tellOutcome(withdrawing, undefined, {
              onSuccess: () => showToast({ tone: "success", text: t`Invitation withdrawn` }),
              whileShown: onClose,
            })
          }
        >
          <Trans>Withdraw invitation</Trans>
        </Button>
      </div>
    </>
  );
}

/** Shows a pending invitation and its actions. */
export function InvitationSheet({ invitation: current, open, onClose }: InvitationSheetProps) {
  // Keeps the version shown when the sheet opened, so that the server can refuse to overwrite a
  // newer one.
  const [invitation] = useState(current);
  const [resending, setResending] = useState(false);
  const part = { invitation, onClose };
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={<span className="break-all">{invitation.email}</span>}
    >
      {resending ? (
        <Resending {...part} />
      ) : (
        <Choices {...part} onResend={() => setResending(true)} />
      )}
    </Sheet>
  );
}

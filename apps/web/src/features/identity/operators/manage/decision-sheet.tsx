import { Trans, useLingui } from "@lingui/react/macro";
import { useMutation } from "@tanstack/react-query";
import type { ListedProposal } from "@tessera/contract/identity/proposals.schemas";
import { messageOf } from "../../../../lib/api/api-error.ts";
import { tellOutcome } from "../../../../lib/tell-outcome.ts";
import { Button } from "../../../../ui/form/button.tsx";
import { Field } from "../../../../ui/form/field.tsx";
import { Input } from "../../../../ui/form/input.tsx";
import { useForm } from "../../../../ui/form/use-form.ts";
import { Note } from "../../../../ui/layout/panel.tsx";
import { Sheet } from "../../../../ui/overlay/sheet.tsx";
import { showToast } from "../../../../ui/overlay/toast-store.ts";
import { ProofForm } from "../../../../ui/proof/proof-sheet.tsx";
import { useProposalActs } from "./operators.mutations.ts";
import { type Decision, ProposedTerms } from "./proposal-panel.tsx";
import { ProposalTitle } from "./proposal-title.tsx";

interface DecisionSheetProps {
  readonly proposal: ListedProposal;
  readonly decision: Decision;
  readonly open: boolean;
  readonly onClose: () => void;
}

type Part = Pick<DecisionSheetProps, "proposal" | "onClose">;

function Approving({ proposal, onClose }: Part) {
  const { t } = useLingui();
  const { approve } = useProposalActs(proposal);
  const { reason, proposedBy } = proposal;
  return (
    <ProofForm
      confirmLabel={proposal.aboutYou ? t`Agree` : t`Approve`}
      destructive={proposal.aboutYou}
      onProven={async (proof) => {
        await approve(proof);
        showToast({ tone: "success", text: t`Proposal approved` });
        onClose();
      }}
    >
      <p className="font-medium text-ink">
        <ProposalTitle proposal={proposal} />
      </p>
      <dl>
        <ProposedTerms {...proposal} />
      </dl>
      <p className="mt-1">
        <Trans>
          {proposedBy}: {reason}
        </Trans>
      </p>
      <Note tone="caution" className="mt-3">
        {proposal.aboutYou ? (
          <Trans>This takes effect immediately and signs you out.</Trans>
        ) : (
          <Trans>This takes effect immediately.</Trans>
        )}
      </Note>
    </ProofForm>
  );
}

function Rejecting({ proposal, onClose }: Part) {
  const { t } = useLingui();
  const { reject } = useProposalActs(proposal);
  const rejecting = useMutation<unknown, Error, string>({ mutationFn: reject });
  const form = useForm({
    initial: { note: "" },
    problems: ({ note }) => ({ note: note.trim() === "" && t`Give a short reason.` }),
    send: ({ note }) =>
      tellOutcome(rejecting, note.trim(), {
        onSuccess: () => showToast({ tone: "success", text: t`Proposal rejected` }),
        whileShown: onClose,
      }),
  });
  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={form.submit}>
      <p className="text-ink-2">
        <ProposalTitle proposal={proposal} />
      </p>
      <Field
        label={<Trans>Rejection reason</Trans>}
        hint={<Trans>The administrator who proposed it sees this.</Trans>}
        error={form.errorAt("note")}
      >
        {(control) => <Input {...control} {...form.text("note")} autoFocus maxLength={200} />}
      </Field>
      <Failed error={rejecting.error} />
      <Button
        type="submit"
        kind="destructive"
        block
        loadingLabel={rejecting.isPending ? t`Rejecting` : undefined}
      >
        <Trans>Reject</Trans>
      </Button>
    </form>
  );
}

function Withdrawing({ proposal, onClose }: Part) {
  const { t } = useLingui();
  const { withdraw } = useProposalActs(proposal);
  const withdrawing = useMutation<unknown, Error, void>({ mutationFn: withdraw });
  return (
    <div className="flex flex-col gap-4">
      <p className="text-ink-2">
        <ProposalTitle proposal={proposal} />
      </p>
      <Failed error={withdrawing.error} />
      <Button
        kind="destructive"
        block
        loadingLabel={withdrawing.isPending ? t`Withdrawing` : undefined}
        onClick={() =>
          tellOutcome(withdrawing, undefined, {
            onSuccess: () => showToast({ tone: "success", text: t`Proposal withdrawn` }),
            whileShown: onClose,
          })
        }
      >
        <Trans>Withdraw proposal</Trans>
      </Button>
    </div>
  );
}

function Failed({ error }: { readonly error: Error | null }) {
  const { t } = useLingui();
  return error === null ? null : (
    <Note tone="negative" role="alert">
      {messageOf(error, t`Unknown error`)}
    </Note>
  );
}

/** Asks for confirmation before a proposal is approved, rejected or withdrawn. */
export function DecisionSheet({ proposal, decision, open, onClose }: DecisionSheetProps) {
  const { t } = useLingui();
  const titles = {
    approve: t`Approve this proposal?`,
    reject: t`Reject this proposal?`,
    withdraw: t`Withdraw your proposal?`,
  };
  const part = { proposal, onClose };
  return (
    <Sheet open={open} onClose={onClose} title={titles[decision]}>
      {decision === "approve" && <Approving {...part} />}
      {decision === "reject" && <Rejecting {...part} />}
      {decision === "withdraw" && <Withdrawing {...part} />}
    </Sheet>
  );
}

import { Trans, useLingui } from "@lingui/react/macro";
import type { InviteMemberBody, Member } from "@tessera/contract/identity/companies.schemas";
import { MEMBER_ROLE_NAMES } from "@tessera/contract/identity/member-role-names";
import { useState } from "react";
import { messageOf } from "../../../lib/api/api-error.ts";
import { useLocale } from "../../../lib/locale.ts";
import { Button } from "../../../ui/form/button.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { Select } from "../../../ui/form/select.tsx";
import { lazySheet } from "../../../ui/layout/lazy-part.tsx";
import { Note, Panel } from "../../../ui/layout/panel.tsx";
import { useMemberWrites } from "./companies.queries.ts";

const ProofSheet = lazySheet(
  async () => (await import("../../../ui/proof/proof-sheet.tsx")).ProofSheet,
);
const ConfirmDialog = lazySheet(
  async () => (await import("../../../ui/overlay/confirm-dialog.tsx")).ConfirmDialog,
);

interface MemberProps {
  readonly member: Member;
}
interface ActProps extends MemberProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Asks for a member's new role and a step-up. */
function RoleSheet({ member, open, onClose }: ActProps) {
  const { t } = useLingui();
  const locale = useLocale();
  const { changeRole } = useMemberWrites();
  const [role, setRole] = useState(member.givable[0] ?? member.role);
  const { id, revision, username } = member;
  return (
    <ProofSheet
      open={open}
      onClose={onClose}
      title={<Trans>Change the role of {username}</Trans>}
      confirmLabel={t`Change role`}
      onProven={async (proof) => {
        await changeRole(id, { revision, role: role as InviteMemberBody["role"] }, proof);
        onClose();
      }}
    >
      <Field label={t`Role`}>
        {(control) => (
          <Select
            {...control}
            value={role}
            onChange={({ target }) => setRole(target.value as Member["role"])}
          >
            {member.givable.map((one) => (
              <option key={one} value={one}>
                {MEMBER_ROLE_NAMES[one][locale]}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </ProofSheet>
  );
}

/** Asks for a step-up before a member is asked to become the owner. */
function HandOverSheet({ member: { id, username }, open, onClose }: ActProps) {
  const { t } = useLingui();
  const { handOver } = useMemberWrites();
  return (
    <ProofSheet
      open={open}
      onClose={onClose}
      title={<Trans>Hand over to {username}</Trans>}
      confirmLabel={t`Hand over`}
      onProven={async (proof) => {
        await handOver(id, proof);
        onClose();
      }}
    >
      <Trans>
        {username} has 72 hours to accept. Then they own the company, and you are an admin.
      </Trans>
    </ProofSheet>
  );
}

/** Shows a member, with what the reader may change. */
export function MemberPanel({ member, isOwner }: MemberProps & { readonly isOwner: boolean }) {
  const { t } = useLingui();
  const locale = useLocale();
  const { remove } = useMemberWrites();
  const [asked, setAsked] = useState<"role" | "handover" | "remove">();
  const [failure, setFailure] = useState<string>();
  const { id, username, email, role, givable, removable, revision, secondFactor, you } = member;
  const close = () => setAsked(undefined);
  const sheet = { member, open: true, onClose: close };
  return (
    <li>
      <Panel>
        <h3 className="min-w-0 break-words font-semibold">
          {you ? <Trans>{username} (you)</Trans> : username}
        </h3>
        <p className="text-small break-words text-ink-3">
          {MEMBER_ROLE_NAMES[role][locale]}
          {email !== null && ` · ${email}`}
        </p>
        {secondFactor === false && (
          <p className="text-small text-ink-3">
            <Trans>No second factor</Trans>
          </p>
        )}
        <div className="mt-3 flex flex-wrap gap-2">
          {givable.length > 0 && (
            <Button size="md" onClick={() => setAsked("role")}>
              <Trans>Change role</Trans>
            </Button>
          )}
          {isOwner && !you && (
            <Button size="md" onClick={() => setAsked("handover")}>
              <Trans>Hand over</Trans>
            </Button>
          )}
          {removable && (
            <Button size="md" kind="destructive" onClick={() => setAsked("remove")}>
              <Trans>Remove</Trans>
            </Button>
          )}
        </div>
        {failure !== undefined && (
          <Note tone="negative" role="alert" className="mt-3">
            {failure}
          </Note>
        )}
      </Panel>
      {asked === "role" && <RoleSheet {...sheet} />}
      {asked === "handover" && <HandOverSheet {...sheet} />}
      {asked === "remove" && (
        <ConfirmDialog
          open
          onClose={close}
          title={<Trans>Remove {username}?</Trans>}
          confirmLabel={t`Remove`}
          destructive
          onConfirm={() => {
            void remove(id, revision).catch((error: unknown) =>
              setFailure(messageOf(error, t`Unknown error`)),
            );
            close();
          }}
        >
          <Trans>They can no longer act for the company. Cards stay as they are.</Trans>
        </ConfirmDialog>
      )}
    </li>
  );
}

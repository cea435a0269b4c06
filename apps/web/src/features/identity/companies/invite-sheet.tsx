import { Trans, useLingui } from "@lingui/react/macro";
import type { InviteMemberBody } from "@tessera/contract/identity/companies.schemas";
import { type MemberRole, ROLES_GIVEN_BY } from "@tessera/contract/identity/member-permissions";
import { MEMBER_ROLE_NAMES } from "@tessera/contract/identity/member-role-names";
import { useState } from "react";
import { useLocale } from "../../../lib/locale.ts";
import { Field } from "../../../ui/form/field.tsx";
import { Input } from "../../../ui/form/input.tsx";
import { Select } from "../../../ui/form/select.tsx";
import { Sheet } from "../../../ui/overlay/sheet.tsx";
import { ProofForm } from "../../../ui/proof/proof-sheet.tsx";
import { useMemberWrites } from "./companies.queries.ts";

interface InviteProps {
  /** The role of the person who invites. */
  readonly role: MemberRole;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Says what a role may do. */
function RoleText({ role }: { readonly role: MemberRole }) {
  switch (role) {
    case "owner":
    case "admin":
      return (
        <Trans>
          Can do everything except appoint admins, accept legal documents, and hand over or close
          the company.
        </Trans>
      );
    case "manager":
      return <Trans>Manages cards, sees card numbers, and moves money within the company.</Trans>;
    case "bookkeeper":
      return (
        <Trans>
          Reads and exports everything except the log, and keeps receipts and notes. Sees no card
          numbers.
        </Trans>
      );
    case "auditor":
      return <Trans>Reads and exports everything, including the log. Sees no card numbers.</Trans>;
  }
}

/** Invites somebody by email: the address, the role and a step-up. */
export function InviteSheet({ role: own, open, onClose }: InviteProps) {
  const { t } = useLingui();
  const locale = useLocale();
  const { invite } = useMemberWrites();
  const roles = ROLES_GIVEN_BY[own];
  const [email, setEmail] = useState("");
  const [role, setRole] = useState<MemberRole>("bookkeeper");
  return (
    <Sheet open={open} onClose={onClose} title={<Trans>Invite a member</Trans>}>
      {open && (
        <ProofForm
          confirmLabel={t`Send invitation`}
          onProven={async (proof) => {
            const given = { email: email.trim(), role: role as InviteMemberBody["role"], locale };
            await invite(given, proof);
            onClose();
          }}
        >
          <Field label={t`Email`}>
            {(control) => (
              <Input
                {...control}
                type="email"
                autoComplete="off"
                value={email}
                onChange={({ target }) => setEmail(target.value)}
              />
            )}
          </Field>
          <Field className="mt-5" label={t`Role`} hint={<RoleText role={role} />}>
            {(control) => (
              <Select
                {...control}
                value={role}
                onChange={({ target }) => setRole(target.value as MemberRole)}
              >
                {roles.map((one) => (
                  <option key={one} value={one}>
                    {MEMBER_ROLE_NAMES[one][locale]}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        </ProofForm>
      )}
    </Sheet>
  );
}

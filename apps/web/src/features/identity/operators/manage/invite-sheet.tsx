import { Trans, useLingui } from "@lingui/react/macro";
import type { Locale } from "@tessera/contract/errors/locales";
import {
  INVITATION_LIFETIME_HOURS,
  type OperatorRole,
} from "@tessera/contract/identity/operators.schemas";
import { isFullEmail } from "../../../../lib/email.ts";
import { useLocale } from "../../../../lib/locale.ts";
import { Field } from "../../../../ui/form/field.tsx";
import { Input } from "../../../../ui/form/input.tsx";
import { Select } from "../../../../ui/form/select.tsx";
import { useForm } from "../../../../ui/form/use-form.ts";
import { Note } from "../../../../ui/layout/panel.tsx";
import { Sheet } from "../../../../ui/overlay/sheet.tsx";
import { showToast } from "../../../../ui/overlay/toast-store.ts";
import { ReasonedProof } from "../../../../ui/proof/reasoned-proof.tsx";
import { ROLE_NAMES } from "./operator-words.ts";
import { isApprovingRole, useInvite } from "./operators.mutations.ts";
import { RoleField } from "./role-field.tsx";

interface InviteSheetProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Each language's native name. */
const LANGUAGES: Readonly<Record<Locale, string>> = {
  en: "English",
  "zh-CN": "简体中文",
  "zh-TW": "繁體中文",
};

interface Invitation {
  readonly email: string;
  readonly role: OperatorRole;
  readonly language: Locale;
}

function addressOf({ email }: Pick<Invitation, "email">): string {
  return email.trim().toLowerCase();
}

/**
 * Lets an administrator invite an operator, or propose the invitation if the role requires a second
 * administrator.
 */
export function InviteSheet({ open, onClose }: InviteSheetProps) {
  const { t } = useLingui();
  const locale = useLocale();
  const form = useForm<Invitation, "email">({
    initial: { email: "", role: "support", language: locale },
    problems: (draft) => ({
      email: !isFullEmail(addressOf(draft)) && t`Enter a full email address`,
    }),
    send: () => undefined,
  });
  const invite = useInvite();
  const { role, language } = form.draft;
  const address = addressOf(form.draft);
  const isByTwo = isApprovingRole(role);
  const hours = INVITATION_LIFETIME_HOURS;
  const roleName = t(ROLE_NAMES[role]);
  const reason = {
    label: t`Reason`,
    hint: t`The other administrators see it, and it is kept in the audit log.`,
    missing: t`Give a short reason.`,
  };
  const send = async (proof: string, why: string) => {
    const input = { email: address, role, locale: language };
    const outcome = await invite(input, { proof, reason: why });
    const text = outcome === "done" ? t`Invitation sent` : t`Proposed to the other administrators`;
    showToast({ tone: "success", text });
    onClose();
  };
  return (
    <Sheet open={open} onClose={onClose} title={<Trans>Invite an operator</Trans>}>
      <ReasonedProof
        {...(isByTwo && { reason })}
        continueLabel={t`Continue`}
        check={() => {
          form.submit();
          return form.isRight;
        }}
        summary={
          <Trans>
            {address} will join as {roleName}.
          </Trans>
        }
        confirmLabel={isByTwo ? t`Propose` : t`Send invitation`}
        onProven={send}
      >
        <Note tone={isByTwo ? "caution" : "info"}>
          {isByTwo ? (
            <Trans>We email the link once another administrator approves.</Trans>
          ) : (
            <Trans>
              We’ll send them a one-time link, valid for {hours} hours, to choose a username, a
              password and a second factor.
            </Trans>
          )}
        </Note>
        <Field label={t`Email`} error={form.errorAt("email")}>
          {(control) => (
            <Input
              {...control}
              {...form.text("email")}
              type="email"
              name="email"
              inputMode="email"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={254}
            />
          )}
        </Field>
        <RoleField value={role} onChange={(next) => form.change({ role: next })} />
        <Field label={t`Language of the email`}>
          {(control) => (
            <Select
              {...control}
              name="language"
              value={language}
              onChange={({ target }) => form.change({ language: target.value as Locale })}
            >
              {(Object.keys(LANGUAGES) as Locale[]).map((one) => (
                <option key={one} value={one} lang={one}>
                  {LANGUAGES[one]}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </ReasonedProof>
    </Sheet>
  );
}

import { Trans, useLingui } from "@lingui/react/macro";
import {
  CreditCard,
  FileDown,
  FileText,
  Gavel,
  Headset,
  ScrollText,
  ShieldCheck,
  SlidersHorizontal,
} from "lucide-react";
import type { ReactNode } from "react";
import { HelpRow } from "../../features/accounts/help-row.tsx";
import { PreferenceRows } from "../../features/accounts/preference-rows.tsx";
import { SecurityRows } from "../../features/accounts/security-rows.tsx";
import { SettingsRowLink } from "../../ui/list-row.tsx";

const ICON = { "aria-hidden": true, size: 20, strokeWidth: 1.75 } as const;

function Group({ title, children }: { readonly title: ReactNode; readonly children: ReactNode }) {
  return (
    <section>
      <h2 className="pt-4.5 pb-0.5 text-small font-medium text-ink-3">{title}</h2>
      <div>{children}</div>
    </section>
  );
}

/** Cards, and what watches over them. */
export function ControlList({ cardCount }: { readonly cardCount: ReactNode }) {
  const { t } = useLingui();
  return (
    <Group title={<Trans>Cards and control</Trans>}>
      <SettingsRowLink
        icon={<CreditCard {...ICON} />}
        title={t`Card management`}
        value={cardCount}
        to={{ to: "/cards" }}
      />
      <SettingsRowLink
        icon={<Gavel {...ICON} />}
        title={t`Pending reviews`}
        to={{ to: "/pending-reviews" }}
      />
      <SettingsRowLink
        icon={<ShieldCheck {...ICON} />}
        title={t`Risk insight`}
        to={{ to: "/risk-monitoring" }}
      />
      <SettingsRowLink
        icon={<SlidersHorizontal {...ICON} />}
        title={t`Strategy center`}
        to={{ to: "/risk-strategies" }}
      />
      <SettingsRowLink
        icon={<FileDown {...ICON} />}
        title={t`Reconciliation export`}
        to={{ to: "/reconciliation" }}
      />
      <SettingsRowLink icon={<ScrollText {...ICON} />} title={t`Logs`} to={{ to: "/logs" }} />
    </Group>
  );
}

/** The password, and where the customer is signed in. */
export function SecurityList() {
  return (
    <Group title={<Trans>Security</Trans>}>
      <SecurityRows />
    </Group>
  );
}

/** Help, language and theme, and the legal texts. */
export function HelpList() {
  const { t } = useLingui();
  return (
    <Group title={<Trans>Help and settings</Trans>}>
      <SettingsRowLink
        icon={<Headset {...ICON} />}
        title={t`Customer support`}
        to={{ to: "/customer-service" }}
      />
      <HelpRow />
      <PreferenceRows />
    </Group>
  );
}

/** The four legal texts. */
export function LegalList() {
  const { t } = useLingui();
  const icon = <FileText {...ICON} />;
  return (
    <Group title={<Trans>Legal</Trans>}>
      <SettingsRowLink icon={icon} title={t`Terms of Service`} to={{ to: "/legal/terms" }} />
      <SettingsRowLink icon={icon} title={t`Privacy Policy`} to={{ to: "/legal/privacy" }} />
      <SettingsRowLink icon={icon} title={t`Data Security Policy`} to={{ to: "/legal/security" }} />
      <SettingsRowLink icon={icon} title={t`User Agreement`} to={{ to: "/legal/agreement" }} />
    </Group>
  );
}

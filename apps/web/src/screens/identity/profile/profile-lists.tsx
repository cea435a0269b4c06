import { Trans, useLingui } from "@lingui/react/macro";
import {
  Bell,
  CreditCard,
  FileCheck,
  FileDown,
  FileText,
  FolderDown,
  Gavel,
  GraduationCap,
  Headset,
  KeySquare,
  ReceiptText,
  ScrollText,
  ShieldCheck,
  SlidersHorizontal,
} from "lucide-react";
import { type ReactNode, useState } from "react";
import { ReviewCount } from "../../../features/back-office/cases/review-count.tsx";
import {
  endWelcome,
  hasWelcomeEnded,
} from "../../../features/console/first-steps/welcome-memory.ts";
import { PreferenceRows } from "../../../features/identity/accounts/preference-rows.tsx";
import { SecurityRows } from "../../../features/identity/accounts/security-rows.tsx";
import { loadTexts } from "../../../i18n/catalog.ts";
import { useSession } from "../../../lib/session/session-store.ts";
import { lazySheet } from "../../../ui/layout/lazy-part.tsx";
import { SettingsRowButton, SettingsRowLink } from "../../../ui/list/list-row.tsx";
import { SupportUnread } from "./support-unread.tsx";

const ICON = { "aria-hidden": true, size: 20, strokeWidth: 1.75 } as const;

export function Group({
  title,
  children,
}: {
  readonly title: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <section>
      <h2 className="pt-4.5 pb-0.5 text-small font-medium text-ink-3">{title}</h2>
      <div>{children}</div>
    </section>
  );
}

/** Renders links to the cards and to the pages that protect them. */
export function ControlList({
  cardCount,
  isCompany = false,
}: {
  readonly cardCount: ReactNode;
  /** Whether they are a company's, which has no practice. */
  readonly isCompany?: boolean;
}) {
  const { t } = useLingui();
  return (
    <Group title={<Trans>Cards and controls</Trans>}>
      <SettingsRowLink
        icon={<CreditCard {...ICON} />}
        title={t`Card management`}
        value={cardCount}
        to={{ to: "/cards" }}
      />
      <SettingsRowLink
        icon={<Gavel {...ICON} />}
        title={t`Pending reviews`}
        value={<ReviewCount />}
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
      {!isCompany && (
        <SettingsRowLink
          icon={<GraduationCap {...ICON} />}
          title={t`Practice`}
          to={{ to: "/practice" }}
        />
      )}
      <SettingsRowLink
        icon={<ReceiptText {...ICON} />}
        title={t`Receipts`}
        to={{ to: "/receipts" }}
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

/** Keeps the first steps dismissed after the username changes. */
function carryWelcome(from: string, to: string): void {
  if (hasWelcomeEnded(from)) {
    endWelcome(to);
  }
}

/** Renders rows for a customer's email, username, password and signed-in devices. */
export function SecurityList({
  last,
  children,
}: {
  /** The last row. */
  readonly last?: ReactNode;
  readonly children?: ReactNode;
}) {
  return (
    <Group title={<Trans>Security</Trans>}>
      {children}
      <SecurityRows onRenamed={carryWelcome} />
      {last}
    </Group>
  );
}

/** Renders the link to the keys of the customer's software. */
export function ApiKeysRow() {
  const { t } = useLingui();
  return (
    <SettingsRowLink
      icon={<KeySquare {...ICON} />}
      title={t`API keys`}
      to={{ to: "/profile/api-keys" }}
    />
  );
}

/** Renders language and theme settings, for operators. */
export function SettingsList() {
  return (
    <Group title={<Trans>Settings</Trans>}>
      <PreferenceRows />
    </Group>
  );
}

/** Renders the help link and the language and theme settings. */
export function HelpList() {
  const { t } = useLingui();
  return (
    <Group title={<Trans>Help and settings</Trans>}>
      <SettingsRowLink
        icon={<Headset {...ICON} />}
        title={t`Customer support`}
        value={<SupportUnread />}
        to={{ to: "/customer-service" }}
      />
      <SettingsRowLink
        icon={<Bell {...ICON} />}
        title={t`Announcements`}
        to={{ to: "/system/announcements" }}
      />
      <PreferenceRows />
    </Group>
  );
}

const AcceptedSheet = lazySheet(async () => {
  const [part] = await Promise.all([
    import("../../../features/identity/legal/accepted-sheet.tsx"),
    loadTexts("legal"),
  ]);
  return part.AcceptedSheet;
});

/** Renders the row that opens the list of accepted texts. */
function AcceptedRow() {
  const { t } = useLingui();
  const [asked, setAsked] = useState(false);
  const [open, setOpen] = useState(false);
  const show = () => {
    setAsked(true);
    setOpen(true);
  };
  return (
    <>
      <SettingsRowButton
        icon={<FileCheck {...ICON} />}
        title={t`What you accepted`}
        onClick={show}
      />
      {asked && <AcceptedSheet open={open} onClose={() => setOpen(false)} />}
    </>
  );
}

/** Renders links to the four legal texts and, for customers, to the versions they accepted. */
export function LegalList() {
  const { t } = useLingui();
  const isCustomer = useSession().user?.role === "customer";
  const icon = <FileText {...ICON} />;
  return (
    <Group title={<Trans>Legal</Trans>}>
      <SettingsRowLink icon={icon} title={t`Terms of Service`} to={{ to: "/legal/terms" }} />
      <SettingsRowLink icon={icon} title={t`Privacy Policy`} to={{ to: "/legal/privacy" }} />
      <SettingsRowLink icon={icon} title={t`Data Security Policy`} to={{ to: "/legal/security" }} />
      <SettingsRowLink icon={icon} title={t`User Agreement`} to={{ to: "/legal/agreement" }} />
      {isCustomer && <AcceptedRow />}
      {isCustomer && (
        <SettingsRowLink
          icon={<FolderDown {...ICON} />}
          title={t`My data`}
          to={{ to: "/profile/my-data" }}
        />
      )}
    </Group>
  );
}

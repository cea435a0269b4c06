import { useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { Headset } from "lucide-react";
import { AnnouncementBell } from "../../../features/back-office/announcements/announcement-bell.tsx";
import { iconButtonClass } from "../../../ui/form/icon-button.tsx";
import { Logo } from "../../../ui/layout/logo.tsx";

/** Renders the logo and links to support and announcements. */
export function HomeHeader() {
  const { t } = useLingui();
  return (
    <header className="flex min-h-14 items-center justify-between pr-2 pl-(--gutter)">
      <Logo />
      <h1 className="sr-only">{t`Cards`}</h1>
      <div className="flex">
        <Link to="/customer-service" aria-label={t`Support`} className={iconButtonClass}>
          <Headset aria-hidden="true" size={24} strokeWidth={1.6} />
        </Link>
        <AnnouncementBell />
      </div>
    </header>
  );
}

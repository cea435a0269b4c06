import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { LinkProps } from "@tanstack/react-router";
import {
  FileSearch,
  Gavel,
  LayoutDashboard,
  type LucideIcon,
  Megaphone,
  MessagesSquare,
  SlidersVertical,
  Unplug,
  User,
  UserCog,
  UsersRound,
} from "lucide-react";
import type { SessionMenu } from "../../../lib/session/session-store.ts";

/** Somewhere that operators go. */
export interface OperatorPlace {
  readonly path: NonNullable<LinkProps["to"]>;
  readonly icon: LucideIcon;
  readonly title: MessageDescriptor;
  /** The title where five stand side by side on a phone. */
  readonly brief?: MessageDescriptor;
}

/** What is known of each menu that a sign-in answers; where it leads comes with the menu. */
const PLACES: ReadonlyMap<string, Omit<OperatorPlace, "path">> = new Map([
  ["board", { icon: LayoutDashboard, title: msg`Dashboard` }],
  ["operator-reviews", { icon: Gavel, title: msg`Review queues`, brief: msg`Reviews` }],
  ["operator-support", { icon: MessagesSquare, title: msg`Conversations`, brief: msg`Support` }],
  ["customers", { icon: UsersRound, title: msg`Customers` }],
  [
    "network",
    {
      icon: Unplug,
      title: msg`Unmatched messages`,
      brief: msg({ message: "Network", context: "operators" }),
    },
  ],
  ["programme", { icon: SlidersVertical, title: msg`Program` }],
  ["operators", { icon: UserCog, title: msg`Operators` }],
  ["announcements", { icon: Megaphone, title: msg`Announcements` }],
  ["audit", { icon: FileSearch, title: msg`Audit log` }],
  ["profile", { icon: User, title: msg`My` }],
]);

/**
 * Where the menus lead, in their order; one that this console does not know is left out. A path
 * that it has no page for leads home.
 */
export function operatorPlaces(menus: readonly SessionMenu[]): readonly OperatorPlace[] {
  return menus.flatMap(({ key, path }) => {
    const place = PLACES.get(key);
    return place === undefined ? [] : [{ path: path as OperatorPlace["path"], ...place }];
  });
}

/** How many places stand side by side on a phone, before one's own. */
const IN_NAV = 3;
const isOwn = ({ path }: OperatorPlace) => path === "/profile";

/**
 * The places of the bottom navigation: the first ones, where one is if that is none of them, and
 * one's own at the end. Nothing gives way to where one is, so that the rest stays where it was.
 */
export function placesInNav(
  menus: readonly SessionMenu[],
  pathname: string,
): readonly OperatorPlace[] {
  const places = operatorPlaces(menus);
  const isHere = ({ path }: OperatorPlace) => pathname === path || pathname.startsWith(`${path}/`);
  return [
    ...places.filter((place) => !isOwn(place)).slice(0, IN_NAV),
    ...placesBeyondNav(menus).filter(isHere),
    ...places.filter(isOwn),
  ];
}

/** Where else one may go, which the bottom navigation has no room for. */
export function placesBeyondNav(menus: readonly SessionMenu[]): readonly OperatorPlace[] {
  return operatorPlaces(menus)
    .filter((place) => !isOwn(place))
    .slice(IN_NAV);
}

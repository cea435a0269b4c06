import { expect, test } from "vitest";
import { operatorPlaces, placesBeyondNav, placesInNav } from "./operator-places.ts";

const menu = (key: string) => ({ key, path: key === "profile" ? "/profile" : `/system/${key}` });
const keys = (places: readonly { readonly path: string }[]) =>
  places.map(({ path }) => path.split("/").at(-1));

test("the navigation has the first places and one's own, and the rest is beyond it", () => {
  const menus = ["board", "customers", "network", "programme", "audit", "profile"].map(menu);
  expect(keys(placesInNav(menus, "/profile"))).toEqual([
    "board",
    "customers",
    "network",
    "profile",
  ]);
  expect(keys(placesBeyondNav(menus))).toEqual(["programme", "audit"]);
});

test("where one is stands in the navigation too, and nothing gives way to it", () => {
  const menus = ["board", "customers", "network", "programme", "audit", "profile"].map(menu);
  const first = ["board", "customers", "network"];
  expect(keys(placesInNav(menus, "/system/programme"))).toEqual([...first, "programme", "profile"]);
  expect(keys(placesInNav(menus, "/system/customers/cus_1"))).toEqual([...first, "profile"]);
});

test("who has few places has nothing beyond the navigation", () => {
  const menus = ["audit", "profile"].map(menu);
  expect(keys(placesInNav(menus, "/system/audit"))).toEqual(["audit", "profile"]);
  expect(placesBeyondNav(menus)).toEqual([]);
});

test("a menu that this console does not know is left out", () => {
  expect(keys(operatorPlaces([menu("announcements"), menu("moonbase")]))).toEqual([
    "announcements",
  ]);
});

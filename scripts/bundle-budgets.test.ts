import { describe, expect, it } from "vitest";
import { checkBudgets, formatBudgets, type Manifest } from "./bundle-budgets.ts";

const screen = (name: string, ...imports: readonly string[]): Manifest => ({
  [`src/screens/${name}/${name}-screen.tsx`]: {
    file: `assets/${name}.js`,
    src: `src/screens/${name}/${name}-screen.tsx`,
    isDynamicEntry: true,
    imports: ["index.html", ...imports],
  },
});
const locale = (name: string): Manifest => ({
  [`src/i18n/locales/${name}.po`]: { file: `assets/${name}.js`, isDynamicEntry: true },
});
const manifest: Manifest = {
  "index.html": { file: "index.js", isEntry: true, imports: ["_react.js"], css: ["index.css"] },
  "_react.js": { file: "react.js" },
  "_sheet.js": { file: "sheet.js", imports: ["_react.js"] },
  ...screen("login"),
  ...screen("home", "_sheet.js"),
  ...screen("bills", "_sheet.js"),
  ...locale("en"),
  ...locale("zh-CN"),
  ...locale("zh-TW"),
  ...locale("risk/en"),
  ...locale("risk/zh-CN"),
  ...locale("risk/zh-TW"),
  "_board.js": { file: "board.js", css: ["board.css"] },
};

const measure = (sizesKb: Record<string, number>) => {
  const measures = checkBudgets(manifest, (file) => (sizesKb[file] ?? 0) * 1024);
  return Object.fromEntries(measures.map(({ name, bytes }) => [name, bytes / 1024]));
};

describe("bundle budgets", () => {
  it("bundle budgets: the size of a first route includes the entry and all static imports", () => {
    const sizes = { "index.js": 10, "react.js": 90, "sheet.js": 30, "assets/home.js": 5 };
    expect(measure(sizes)).toMatchObject({
      "initial JavaScript of login": 100,
      "initial JavaScript of home": 135,
    });
  });

  it("bundle budgets: the size of a later route includes only what it adds to the entry", () => {
    const sizes = { "react.js": 90, "sheet.js": 30, "assets/bills.js": 7 };
    expect(measure(sizes)).toMatchObject({ "JavaScript that bills adds": 37 });
  });

  it("bundle budgets: flags a measurement that exceeds its budget", () => {
    const measures = checkBudgets(manifest, (file) => (file === "index.css" ? 13 * 1024 : 0));
    expect(formatBudgets(measures)).toMatch(/styles of login and home +13\.0 of 12 KB {2}OVER/);
  });

  it("bundle budgets: initial styles and lazily loaded styles are counted separately", () => {
    const sizes = { "index.css": 11, "board.css": 2 };
    expect(measure(sizes)).toMatchObject({
      "styles of login and home": 11,
      "styles that come later": 2,
    });
  });

  it("bundle budgets: finds the parts of the console that load their own texts", () => {
    expect(measure({ "assets/risk/zh-TW.js": 7 })).toMatchObject({
      "texts of risk in en": 0,
      "texts of risk in zh-TW": 7,
    });
  });

  it("bundle budgets: throws on a bundle that it cannot measure", () => {
    expect(() => checkBudgets({}, () => 0)).toThrow("should have one entry");
    const { "index.html": entry } = manifest;
    expect(() => checkBudgets({ "index.html": entry ?? { file: "" } }, () => 0)).toThrow(
      'should have one screen "login"',
    );
  });
});

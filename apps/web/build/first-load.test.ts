import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { chunksOf } from "./first-chunks.ts";
import { importEach } from "./icon-imports.ts";
import { packFolder } from "./precompress.ts";
import { type BuiltFile, firstFiles, withFirstPaint } from "./preload-first-screen.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "tessera-packed-"));
});
afterAll(() => rm(folder, { recursive: true }));

it("The build compresses text files with Brotli and gzip, except for tiny files", async () => {
  const text = "export const tile = 1;\n".repeat(200);
  await writeFile(path.join(folder, "app.js"), text);
  await writeFile(path.join(folder, "tiny.css"), "a{}");
  await writeFile(path.join(folder, "font.woff2"), text);
  await packFolder(folder);
  expect((await readdir(folder)).sort()).toEqual([
    "app.js",
    "app.js.br",
    "app.js.gz",
    "font.woff2",
    "tiny.css",
  ]);
  const read = (name: string) => readFile(path.join(folder, name));
  expect(brotliDecompressSync(await read("app.js.br")).toString()).toBe(text);
  expect(gunzipSync(await read("app.js.gz")).toString()).toBe(text);
});

it("firstFiles lists the files each first screen and language needs beyond shared ones", () => {
  const chunk = (
    fileName: string,
    module: string,
    imports: readonly string[] = [],
  ): [string, BuiltFile] => [
    fileName,
    { type: "chunk", fileName, imports, isEntry: module === "", facadeModuleId: `/src/${module}` },
  ];
  const bundle = Object.fromEntries<BuiltFile>([
    ["font.woff2", { type: "asset", fileName: "font.woff2" }],
    chunk("index.js", "", ["frame.js"]),
    chunk("frame.js", "frame"),
    chunk("home.js", "screens/console/home/home-screen.tsx", ["index.js", "money.js"]),
    chunk("money.js", "ui/text/money.tsx", ["frame.js", "tile.js"]),
    chunk("tile.js", "ui/tile.tsx"),
    chunk("wide.js", "screens/console/home/wide-home.tsx"),
    chunk("en.js", "i18n/locales/en.po"),
  ]);
  expect(firstFiles(bundle)).toEqual({
    home: ["home.js", "money.js", "tile.js"],
    en: ["en.js"],
    font: ["font.woff2"],
  });
});

it("withFirstPaint inlines the first-paint script and lists its files in the script tag", () => {
  const page = `<head>
    <!-- src/first-paint.js -->
    <script type="module" src="/a.js"></script>
    <link rel="modulepreload" href="/b.js">
  </head>`;
  const html = withFirstPaint(page, { code: "run('$&');\n", files: { home: ["h.js"] }, api: "" });
  expect(html).toContain(
    `<script data-first="{&quot;home&quot;:[&quot;h.js&quot;]}" data-api="">run('$&');</script>`,
  );
  expect(html).toContain('<script type="module" fetchpriority="low" src="/a.js">');
  expect(html).toContain('<link rel="modulepreload" fetchpriority="low" href="/b.js">');
  expect(() => withFirstPaint("<head></head>", { code: "", files: {}, api: "" })).toThrow();
});

it("importEach imports each icon from its own file", () => {
  const files = new Map([
    ["Bell", "/icons/bell.mjs"],
    ["Plus", "/icons/plus.mjs"],
  ]);
  const code = 'import {\n  Bell,\n  type LucideIcon,\n  Plus,\n} from "lucide-react";\nuse(Bell);';
  expect(importEach(code, files)).toBe(
    'import Bell from "/icons/bell.mjs"; import Plus from "/icons/plus.mjs";\nuse(Bell);',
  );
  expect(() => importEach('import { Boll } from "lucide-react";', files)).toThrow("Boll");
});

describe("chunksOf", () => {
  const main = "/src/main.tsx";
  const login = "/src/screens/identity/login/login-screen.tsx";
  const home = "/src/screens/console/home/home-screen.tsx";
  const background = "/src/app/background.tsx";
  const below = "/src/screens/console/home/below-cards.tsx";
  const welcome = "/src/screens/console/home/welcome.tsx";
  const imports: Readonly<Record<string, readonly string[]>> = {
    [main]: ["own", "session"],
    [login]: ["session", "login form", "both"],
    [home]: ["session", "carousel", "both", "bell"],
    [background]: ["bell", "live"],
    [below]: ["rows", "carousel", "live"],
    [welcome]: ["rows", "steps"],
  };
  const leaves = ["own", "session", "login form", "both", "carousel", "bell", "live", "rows"];
  const modules = new Map([
    ...Object.entries(imports).map(
      ([id, needed]) => [id, { imports: needed, isLazy: id !== main }] as const,
    ),
    ...[...leaves, "steps", "elsewhere"].map((id) => [id, { imports: [], isLazy: false }] as const),
  ]);
  const chunkOf = chunksOf(modules);

  it.each([
    ["login form", "login"],
    ["carousel", "home"],
    ["live", "background"],
    ["rows", "below-cards"],
    ["steps", "welcome"],
  ])("puts modules into the chunk of the earliest part that needs them: %s", (id, chunk) => {
    expect(chunkOf(id)).toBe(chunk);
  });

  it.each(["both", "bell", "session"])(
    "puts modules shared by first screens into parts: %s",
    (id) => {
      expect(chunkOf(id)).toBe("parts");
    },
  );

  it.each(["own", "elsewhere", main, login, home, below])(
    "lets the bundler decide about %s",
    (id) => {
      expect(chunkOf(id)).toBeUndefined();
    },
  );

  it("keeps a widely shared module out of the first screens that do not need it", () => {
    const sheet = "/apps/web/src/ui/drawer.tsx";
    const needed = "/apps/web/src/ui/text/money.tsx";
    const pages = Array.from({ length: 40 }, (_, place) => `/src/features/page-${place}.tsx`);
    const many = new Map([
      ...modules,
      ...pages.map((id) => [id, { imports: [sheet, needed], isLazy: true }] as const),
      [home, { imports: [...(imports[home] ?? []), needed], isLazy: true }] as const,
      ...[sheet, needed].map((id) => [id, { imports: [], isLazy: false }] as const),
    ]);
    expect(chunksOf(many)(sheet)).toBeUndefined();
    expect(chunksOf(many)(needed)).toBe("parts");
  });

  it("throws if an entry module is missing", () => {
    expect(() => chunksOf(new Map([...modules].filter(([id]) => id !== welcome)))).toThrow(
      "welcome",
    );
  });
});

import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { checkBudgets, formatBudgets, type Manifest } from "./bundle-budgets.ts";
import { fromRoot } from "./repository.ts";

const dist = fromRoot("apps/web/dist");
const manifestPath = path.join(dist, ".vite/manifest.json");
if (!existsSync(manifestPath)) {
  console.error("The console has not been built. Run: npm run build -w @tessera/web");
  process.exit(1);
}

const manifest = JSON.parse(readFileSync(manifestPath, "utf8")) as Manifest;
const gzipBytes = (file: string) =>
  gzipSync(readFileSync(path.join(dist, file)), { level: 9 }).length;
const measures = checkBudgets(manifest, gzipBytes);
console.log(formatBudgets(measures));
process.exitCode = measures.every(({ bytes, maxBytes }) => bytes <= maxBytes) ? 0 : 1;

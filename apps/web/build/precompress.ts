import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Plugin } from "vite";

const PACKED = /\.(?:js|css|html|svg|webmanifest)$/;
/** Build metadata that is never served. */
const NOT_SERVED = /^\.vite\//;
/** Below this size, response headers outweigh the savings. */
const BYTES_MIN = 512;
/** Takes one sixth as long as the best quality; files are 8% larger. */
const QUICK_QUALITY = 5;

/** `best` for the smallest files, `quick` for the shortest build. */
export type Effort = "best" | "quick";

/**
 * Writes a `.br` and a `.gz` copy of each text file at the highest compression. The server sends
 * the one the browser accepts and never compresses while a request waits.
 */
export function precompress(effort: Effort): Plugin {
  let outDir = "";
  return {
    name: "tessera:precompress",
    apply: "build",
    enforce: "post",
    configResolved({ root, build }) {
      outDir = path.resolve(root, build.outDir);
    },
    // Runs after all files are in place, including those from `public/`.
    closeBundle: {
      sequential: true,
      order: "post",
      handler: () => packFolder(outDir, effort),
    },
  };
}

/** Compresses every text file in a folder and its subfolders. */
export async function packFolder(folder: string, effort: Effort = "best"): Promise<void> {
  const files = await readdir(folder, { recursive: true });
  const texts = files.filter(
    (file) => PACKED.test(file) && !NOT_SERVED.test(file.replaceAll("\\", "/")),
  );
  await Promise.all(texts.map((file) => pack(path.join(folder, file), effort)));
}

async function pack(file: string, effort: Effort): Promise<void> {
  const content = await readFile(file);
  if (content.length < BYTES_MIN) {
    return;
  }
  const [brotli, gzipped] = await Promise.all([
    promisify(brotliCompress)(content, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]:
          effort === "best" ? constants.BROTLI_MAX_QUALITY : QUICK_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      },
    }),
    promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }),
  ]);
  await Promise.all([writeFile(`${file}.br`, brotli), writeFile(`${file}.gz`, gzipped)]);
}

import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Plugin } from "vite";

const PACKED = /\.(?:js|css|html|svg|webmanifest)$/;
/** The build's own notes, which nobody asks the server for. */
const NOT_SERVED = /^\.vite\//;
/** Below, the answer's head outweighs what is saved. */
const BYTES_MIN = 512;
/** Takes a sixth of the time of the best quality, for files 8 % larger. */
const QUICK_QUALITY = 5;

/** Whether size counts, for those who load the files, or time, for those who wait for the build. */
export type Effort = "best" | "quick";

/**
 * Writes beside each text of the console the same packed as hard as can be, `.br` and `.gz`: the
 * server hands out whichever the browser takes, and packs nothing while somebody waits.
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
    // After everything is in place, the files of `public/` too.
    closeBundle: {
      sequential: true,
      order: "post",
      handler: () => packFolder(outDir, effort),
    },
  };
}

/** Packs every text in a folder and below. */
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

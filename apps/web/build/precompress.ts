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

/**
 * Writes beside each text of the console the same packed as hard as can be, `.br` and `.gz`: the
 * server hands out whichever the browser takes, and packs nothing while somebody waits.
 */
export function precompress(): Plugin {
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
      handler: () => packFolder(outDir),
    },
  };
}

/** Packs every text in a folder and below. */
export async function packFolder(folder: string): Promise<void> {
  const files = await readdir(folder, { recursive: true });
  const texts = files.filter(
    (file) => PACKED.test(file) && !NOT_SERVED.test(file.replaceAll("\\", "/")),
  );
  await Promise.all(texts.map((file) => pack(path.join(folder, file))));
}

async function pack(file: string): Promise<void> {
  const content = await readFile(file);
  if (content.length < BYTES_MIN) {
    return;
  }
  const [brotli, gzipped] = await Promise.all([
    promisify(brotliCompress)(content, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      },
    }),
    promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }),
  ]);
  await Promise.all([writeFile(`${file}.br`, brotli), writeFile(`${file}.gz`, gzipped)]);
}

import type { LinguiConfigNormalized } from "@lingui/conf";
import { mapMacroOptions, transform } from "@lingui/native-tools";
import type { Plugin } from "vite";

/**
 * Replaces Lingui macros with calls to the Lingui runtime. Strips the TypeScript types around them
 * but keeps JSX, because the React compiler needs components as written.
 */
export function linguiMacros(config: LinguiConfigNormalized): Plugin {
  const macro = mapMacroOptions(config);
  const modules = [...config.macro.corePackage, ...config.macro.jsxPackage];
  return {
    name: "tessera:lingui-macros",
    enforce: "pre",
    transform: {
      filter: {
        id: { include: /\.tsx?$/, exclude: /\/node_modules\// },
        code: modules.map((name) => `from "${name}"`),
      },
      async handler(code, id) {
        const { code: replaced, map } = await transform(code, id, { macro });
        return { code: replaced, map: map ?? null };
      },
    },
  };
}

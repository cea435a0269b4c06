// canary: noUnusedImports
import { amount } from "./parse-float.ts";

export const one = 1;

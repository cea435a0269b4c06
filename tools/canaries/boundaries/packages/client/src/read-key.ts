// canary: client-depends-on-nothing
import { readFileSync } from "node:fs";

export const key = () => readFileSync("key.txt", "utf8");

// canary: exports
import { quote } from "never-listed";

export const dead = quote(1);

export { operatorClosingOf } from "./operator-closing.ts";

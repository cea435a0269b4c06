export { moneyLeftOf } from "./closing-things.repository.ts";
export { operatorClosingOf } from "./operator-closing.ts";

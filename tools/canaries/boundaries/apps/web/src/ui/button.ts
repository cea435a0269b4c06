// canary: web-foundations-know-nothing-above
export { cardFace } from "../features/cards/card-face.ts";

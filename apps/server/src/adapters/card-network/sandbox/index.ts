export { type PlayedMessage, playMessage } from "./simulate-message.ts";

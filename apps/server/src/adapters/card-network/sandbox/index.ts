export { registerNetworkRoutes } from "./network.routes.ts";
export { type PlayedMessage, playMessage } from "./simulate-message.ts";

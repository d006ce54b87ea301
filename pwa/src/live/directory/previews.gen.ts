// What the server stores in place of a message's text, from platform/messaging/queries.
// `make contracts` generates this file (platform/config/typescript.py).

/** The preview of a last message that was taken back. */
export const REMOVED = "Message removed" as const

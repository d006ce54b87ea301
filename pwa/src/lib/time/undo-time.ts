/** The time, in ms, during which the app offers to undo a message or a publication. */
export const UNDO_MS = 10_000

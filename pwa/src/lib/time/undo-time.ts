/** For how many ms the app offers to undo a message or a publication. */
export const UNDO_MS = 10_000

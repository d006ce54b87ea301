// The counts of the user's conversations that the menus, the title and the app's icon show.
export interface Counts {
  /** Messages that no user of this side has read. */
  unread: number
  /** What the menu shows, and the word for it. */
  open: number
  word: string
}

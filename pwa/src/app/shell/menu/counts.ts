// The type of the counts that the menus, the title and the app's icon show.
export interface Counts {
  /** Messages that no user of this side has read. */
  unread: number
  /** The count that the menu shows, and the word for it. */
  open: number
  word: string
  /** Reports that no user of the client has opened; 0 for admins. */
  reports: number
}

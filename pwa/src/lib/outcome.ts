// The result of a user's action, with the text that the screen shows if it failed.
export type Outcome<T = undefined> = { is: 'done'; value: T } | { is: 'failed'; message: string }

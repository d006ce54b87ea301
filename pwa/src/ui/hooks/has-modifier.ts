// Tells the keys of the app from those of the browser, such as Alt+← for Back and Ctrl+Home.

type Modifiers = { altKey: boolean; ctrlKey: boolean; metaKey: boolean }

/** Whether Alt, Ctrl or Cmd is pressed. A key handler that takes none of them leaves the event alone then. */
export function hasModifier({ altKey, ctrlKey, metaKey }: Modifiers): boolean {
  return altKey || ctrlKey || metaKey
}

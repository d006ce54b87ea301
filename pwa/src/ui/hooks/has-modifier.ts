// Distinguishes the keys of the app from the browser's shortcuts, such as Alt+← for Back and Ctrl+Home.

type Modifiers = { altKey: boolean; ctrlKey: boolean; metaKey: boolean }

/** Whether Alt, Ctrl or Cmd is pressed. If so, a handler for single keys must ignore the event. */
export function hasModifier({ altKey, ctrlKey, metaKey }: Modifiers): boolean {
  return altKey || ctrlKey || metaKey
}

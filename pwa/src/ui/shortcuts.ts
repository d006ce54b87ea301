// The app's keyboard shortcuts, for their handlers (use-shortcut.ts) and the dialog that lists them.

interface Shortcut {
  key: string
  /** Pressed with Ctrl, or Cmd on a Mac. Such a shortcut works even while the user types. */
  hasControl?: true
}

export const SHORTCUTS = {
  palette: { key: 'k', hasControl: true },
  find: { key: '/' },
  next: { key: 'j' },
  previous: { key: 'k' },
  help: { key: '?' },
} as const satisfies Record<string, Shortcut>

export type ShortcutName = keyof typeof SHORTCUTS

const IS_MAC = /Mac|iPhone|iPad/.test(navigator.userAgent)

/** The keys to press together, named as on this device's keyboard. */
export function keysOf(name: ShortcutName): string[] {
  const { key, hasControl }: Shortcut = SHORTCUTS[name]
  return [...(hasControl === true ? [IS_MAC ? '⌘' : 'Ctrl'] : []), key.length === 1 ? key.toUpperCase() : key]
}

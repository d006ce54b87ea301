// The theme that the user chose on this device: light, dark or the system's.
import { recall, remember } from '../../lib/storage'

export type Theme = 'system' | 'light' | 'dark'

const KEY = 'theme'
// The colours of the browser's bars beside our header. They are the same as --surface in tokens.css.
const SURFACE = { light: '#ffffff', dark: '#141922' }
const listeners = new Set<() => void>()

export function currentTheme(): Theme {
  const stored = recall(KEY)
  return stored === 'light' || stored === 'dark' ? stored : 'system'
}

export function chooseTheme(theme: Theme): void {
  remember(KEY, theme === 'system' ? null : theme)
  applyTheme()
}

/** Applies the theme now, and after every change in another tab. */
export function followTheme(): void {
  applyTheme()
  addEventListener('storage', applyTheme)
}

/** Applies the theme to the page, and calls the listeners. */
export function applyTheme(): void {
  const theme = currentTheme()
  const isSystem = theme === 'system'
  const { dataset } = document.documentElement
  if (isSystem) delete dataset['theme']
  else dataset['theme'] = theme
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const scheme = isSystem ? (meta.media.includes('dark') ? 'dark' : 'light') : theme
    meta.content = SURFACE[scheme]
  }
  for (const listener of listeners) listener()
}

export function subscribeToTheme(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

// Tests of the theme: a choice in another tab.
import { expect, test } from 'vitest'

import { followTheme } from './theme'

test('a theme that is chosen in another tab is applied without a theme switch on the screen', () => {
  followTheme()
  expect(document.documentElement.dataset['theme']).toBeUndefined()
  localStorage.setItem('theme', 'dark')
  window.dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue: 'dark' }))
  expect(document.documentElement.dataset['theme']).toBe('dark')
})

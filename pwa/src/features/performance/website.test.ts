// What is shown before an address is saved is what the server saves (tests/unit/test_clients_websites.py has the same).
import { expect, test } from 'vitest'

import { normalisedWebsite } from './website'

test.each([
  ['example.com', 'https://example.com/'],
  ['  Example.COM  ', 'https://example.com/'],
  ['http://example.com', 'http://example.com/'],
  ['example.com/Menu?day=fri#top', 'https://example.com/Menu?day=fri'],
  ['example.com/our menu', 'https://example.com/our%20menu'],
  ['example.com:443', 'https://example.com/'],
  ['example.com:8080', 'https://example.com:8080/'],
  ['bücher.example', 'https://xn--bcher-kva.example/'],
])('%s is saved as %s', (typed, saved) => {
  expect(normalisedWebsite(typed)).toBe(saved)
})

test.each(['', '   ', 'https://', 'ftp://example.com', 'mailto:me@example.com', 'https://me:secret@example.com', 'exa mple.com'])(
  '%j is refused',
  (typed) => {
    expect(normalisedWebsite(typed)).toBeNull()
  },
)

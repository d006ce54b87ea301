// Tests that the shown address equals the address that the server saves. tests/unit/clients/test_websites.py
// has the same cases.
import { expect, test } from 'vitest'

import { isPrivate, normalisedWebsite } from './website'

test.each([
  ['example.com', 'https://example.com/'],
  ['  Example.COM  ', 'https://example.com/'],
  ['http://example.com', 'http://example.com/'],
  ['example.com/Menu?day=fri#top', 'https://example.com/Menu?day=fri'],
  ['example.com/our menu', 'https://example.com/our%20menu'],
  ['example.com:443', 'https://example.com/'],
  ['example.com:8080', 'https://example.com:8080/'],
  ['bücher.example', 'https://xn--bcher-kva.example/'],
])('normalizes %s to %s', (typed, saved) => {
  expect(normalisedWebsite(typed)).toBe(saved)
})

const NO_ADDRESS = [
  '',
  '   ',
  'https://',
  'ftp://example.com',
  'javascript://example.com/%0aalert(1)',
  'mailto:me@example.com',
  'https://me:secret@example.com',
  'exa mple.com',
  'https://example.com:99999',
  'https://example..com',
  'https://-example.com',
  'https://[::1',
  'https://1.2.3.4.5',
  'example.com/\x00',
  `example.com/${'x'.repeat(2000)}`,
  '?',
  'https://exa<mple.com',
  'http://1.2.3.0x4/',
  'http://0x7f.0.0.1/',
  'http://2130706433/',
  'https://example.c-',
]
test.each(NO_ADDRESS)('rejects %j', (typed) => {
  expect(normalisedWebsite(typed)).toBeNull()
})

test.each([
  'localhost',
  'intranet',
  'https://printer.local/',
  'https://db.prod.internal',
  'http://app.localhost:8000',
  'http://router.home.arpa',
  'http://127.0.0.1/',
  'http://192.168.7.20:8000/',
  'http://169.254.169.254/latest/meta-data',
  'http://100.64.0.1',
  'http://[::1]/',
  'http://[fe80::1]/',
  'http://[2001:db8::1]/',
  'http://[3fff::1]/',
])('recognizes %s as private, but does not reject it because the server may allow it', (typed) => {
  expect(isPrivate(typed)).toBe(true)
  expect(normalisedWebsite(typed)).not.toBeNull()
})

test.each([
  'example.com',
  'https://shop.example.com',
  'http://9.9.9.9:8000/',
  'http://11.0.0.1',
  'http://172.32.0.1',
  'http://[2620:fe::9]/',
  'bücher.example',
  'localhost.example.com',
  '',
  'exa mple.com',
])('does not treat %j as private', (typed) => {
  expect(isPrivate(typed)).toBe(false)
})

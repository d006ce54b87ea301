// UUIDv7: shape, and order within one millisecond.
import { expect, test } from 'vitest'

import { uuid7 } from './uuid7'

test('an id has the version and variant bits of a UUIDv7', () => {
  expect(uuid7()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
})

test('ids sort in the order of their creation', () => {
  const ids = Array.from({ length: 500 }, () => uuid7())
  expect([...ids].sort()).toEqual(ids)
  expect(new Set(ids).size).toBe(500)
})

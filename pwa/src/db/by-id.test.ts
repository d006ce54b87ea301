// Rows by id, close together or far apart: always the same rows as `bulkGet` returns.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { clientRow } from '../testing/rows/rows'
import { rowsById } from './by-id'
import { Replica } from './schema'

const id = (n: number) => `c${String(n).padStart(3, '0')}`
const range = (from: number, to: number, step = 1) =>
  Array.from({ length: Math.ceil((to - from) / step) }, (_, n) => id(from + n * step))

let replica: Replica
beforeEach(async () => {
  replica = new Replica(`by-id-${String(Math.random())}`)
  await replica.clients.bulkPut(range(100, 300).map((one) => clientRow({ id: one })))
})
afterEach(() => replica.delete())

test.each([
  ['a page', range(150, 200), range(150, 200)],
  ['a page of rows that are not stored', range(400, 450), []],
  ['a page that is only partly stored', range(280, 320), range(280, 300)],
  ['rows far apart', range(100, 300, 10), range(100, 300, 10)],
  ['few rows', [id(299), id(100), id(999)], [id(100), id(299)]],
  ['no ids', [], []],
])('returns the stored rows: %s', async (_case, requested, expected) => {
  const rows = await rowsById(replica.clients, requested)
  expect(rows.map((row) => row.id).toSorted()).toEqual(expected)
})

test('adjacent rows are read with one range scan', async () => {
  const oneByOne = vi.spyOn(replica.clients, 'bulkGet')
  await rowsById(replica.clients, range(150, 200))
  expect(oneByOne).not.toHaveBeenCalled()
})

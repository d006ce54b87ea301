// Tests of the attachment rules, with the specification's texts.
import { expect, test } from 'vitest'

import { boxOf, nameOf, percentOf, sizeText, rejectionReason } from './file-rules'

const MB = 1024 * 1024
const file = (name: string, size: number, type = '') => ({ name, size, type })
const live = { isOnline: true, waiting: 0 }
const offline = { isOnline: false, waiting: 0 }

test.each([
  ['report.PDF', 100 * MB, null],
  ['report.pdf', 100 * MB + 1, 'File size must be less than 100MB'],
  ['program.exe', 10, 'File type not supported'],
  ['picture.svg', 10, 'File type not supported'],
  ['page.html', 10, 'File type not supported'],
  ['README', 10, 'File type not supported'],
  ['empty.txt', 0, 'The file is empty'],
])('checks %s of %d bytes: %s', (name, size, why) => {
  expect(rejectionReason(file(name, size), live)).toBe(why)
})

test('queues files of up to 25 MB, and 200 MB in all, when offline', () => {
  expect(rejectionReason(file('a.zip', 25 * MB), offline)).toBeNull()
  expect(rejectionReason(file('a.zip', 25 * MB + 1), offline)).toBe(
    'You are offline: files can be up to 25 MB',
  )
  expect(rejectionReason(file('a.zip', 25 * MB), { isOnline: false, waiting: 175 * MB })).toBeNull()
  expect(rejectionReason(file('a.zip', 25 * MB), { isOnline: false, waiting: 175 * MB + 1 })).toBe(
    'Offline, files of 200 MB in all can wait here',
  )
})

test('gives a picture from the clipboard a name', () => {
  expect(nameOf(file('', 1, 'image/png'))).toBe('picture.png')
  expect(nameOf(file('image', 1, 'image/jpeg'))).toBe('image.jpg')
  expect(nameOf(file('a.b.png', 1, 'image/png'))).toBe('a.b.png')
  expect(rejectionReason(file('', 1, 'image/png'), live)).toBeNull()
})

test('maps progress to the range of 10 to 90 percent from the specification', () => {
  expect([0, 50, 100, 200].map((sent) => percentOf(sent, 100))).toEqual([10, 50, 90, 90])
})

test('formats sizes, and fits a picture into its box', () => {
  expect([999, 1000, 999_499, 1_500_000, 25_000_000].map(sizeText)).toEqual([
    '999 B',
    '1 kB',
    '999 kB',
    '1.5 MB',
    '25 MB',
  ])
  expect(boxOf(4000, 3000)).toEqual({ width: 320, height: 240 })
  expect(boxOf(10, 4000)).toEqual({ width: 240, height: 320 })
  expect(boxOf(null, null)).toEqual({ width: 320, height: 200 })
})

// Tests of which files are accepted as a logo.
import { expect, test, vi } from 'vitest'

import { logoProblem } from './mutations'

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d]
test.each([
  ['a small image', PNG, { width: 800, height: 200 }, null],
  [
    'an image that is too wide',
    PNG,
    { width: 801, height: 20 },
    ['Image dimensions must not exceed 800x200 pixels', 'This picture has 801x20.'],
  ],
  ['an image that cannot be read', PNG, null, ['Failed to load image']],
  ['a text with the type of a PNG', new TextEncoder().encode('<svg/>'), null, ['Failed to load image']],
  ['a picture of another type', [0x52, 0x49], { width: 9, height: 9 }, ['File must be JPEG, PNG, or GIF']],
  [
    'a file of more than 5 MB',
    new Uint8Array(5 * 1024 * 1024 + 1),
    null,
    ['File size must be less than 5MB'],
  ],
])('checks the logo: %s', async (_case, bytes, size, problem) => {
  const file = new File([Uint8Array.from(bytes)], 'logo.png', { type: 'image/png' })
  expect(await logoProblem(file, () => Promise.resolve(size))).toEqual(problem)
})

test('checks the logo: a file that has been removed since it was chosen', async () => {
  const file = new File(['x'], 'logo.png', { type: 'image/png' })
  const gone = new DOMException('gone', 'NotFoundError')
  vi.spyOn(file, 'slice').mockReturnValue({ arrayBuffer: () => Promise.reject(gone) } as Blob)
  expect(await logoProblem(file)).toEqual(['Failed to load image'])
})

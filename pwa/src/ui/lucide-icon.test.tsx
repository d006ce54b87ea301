// The drawing of the icons that replaces Lucide’s in the build.
import { render } from '@testing-library/react'
import { createLucideIcon as theirIcon } from 'lucide-react'
import { describe, expect, test } from 'vitest'

import ourIcon from './lucide-icon'

const DATA: Parameters<typeof ourIcon>[0] = {
  size: 24,
  node: [
    ['path', { d: 'm16 17 5-5-5-5', key: 'arrow' }],
    ['circle', { cx: '12', cy: '12', r: '10', key: 'ring' }],
  ],
}
const Ours = ourIcon(DATA)
const Theirs = theirIcon('drawn', DATA.node)

/** The attributes and shapes of the only icon in `container`, without the library's class names. */
function drawn(container: HTMLElement) {
  const icon = container.querySelector('svg')
  icon?.classList.remove('lucide', 'lucide-drawn')
  const attributes = [...(icon?.attributes ?? [])].map(({ name, value }) => `${name}=${value}`)
  return { attributes: attributes.sort(), shapes: icon?.innerHTML }
}

describe('our drawing of the icons', () => {
  test.each([
    ['decorative', { className: 'shrink-0' }],
    ['of another size and weight', { className: 'ml-1', size: 18, strokeWidth: 1.9 }],
    ['with a name', { className: 'ml-1', 'aria-label': 'Sign Out' }],
    ['filled', { className: 'ml-1', fill: 'currentColor', 'aria-hidden': true }],
  ])('is the same as that of the library: %s', (_, props) => {
    const ours = drawn(render(<Ours {...props} />).container)
    const theirs = drawn(render(<Theirs {...props} />).container)
    expect(ours).toEqual(theirs)
    expect(ours.shapes).toContain('m16 17')
  })
})

// Tests of the sign-in methods of the first render.
import { afterEach, expect, test } from 'vitest'

import { storedSignInMethods } from './sign-in-methods'

const { dataset } = document.documentElement

afterEach(() => {
  delete dataset['google']
  localStorage.clear()
})

test.each([
  ['yes', true],
  ['no', false],
])('takes Google from the document (%s), and the other methods from the last visit', (stated, google) => {
  dataset['google'] = stated
  localStorage.setItem('offers', 'lt')
  expect(storedSignInMethods()).toEqual({ google, company: false, linking: true, texts: true })
})

// Tests of the primary color: the offered colors, and the contrast in words.
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'

import { ColorCard } from './color-card'
import { readabilityOf } from './contrast'

test('offers colors, and marks the chosen one', async () => {
  const onType = vi.fn()
  const field = { name: 'primary_color', error: undefined, onChange: vi.fn() } as const
  const { rerender } = render(<ColorCard field={{ ...field, value: '#2563EB' }} onType={onType} />)
  expect(screen.getByRole('button', { name: 'Blue', pressed: true })).toBeVisible()
  await userEvent.setup().click(screen.getByRole('button', { name: 'Teal' }))
  expect(onType).toHaveBeenCalledExactlyOnceWith('#0F766E')
  rerender(<ColorCard field={{ ...field, value: '#0f766e' }} onType={onType} />)
  expect(screen.getByRole('button', { name: 'Blue', pressed: false })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Teal', pressed: true })).toBeVisible()
})

test('returns the contrast of the color in words', () => {
  expect(readabilityOf('#2563EB')).toMatchObject({
    ink: 'white',
    isGood: true,
    text: 'White text is easy to read on this color.',
  })
  expect(readabilityOf('#FFE14D')).toMatchObject({ ink: 'dark', isGood: true })
  expect(readabilityOf('#000000').ratio).toBe(21)
})

// The primary color: its code, a color picker, and how readable text on it is.
import { Check, CircleCheck, TriangleAlert } from 'lucide-react'

import { Card } from '../../ui/card'
import { cx } from '../../ui/cx'
import { TextField } from '../../ui/form/text-field'
import { COLOR, readabilityOf } from './contrast'
import type { FieldProps } from './use-settings-form'

const DEFAULT_COLOR = '#2563EB'
/** Colors on which white text is easy to read, the standard one first. */
const SUGGESTIONS = [
  { name: 'Blue', color: DEFAULT_COLOR },
  { name: 'Teal', color: '#0F766E' },
  { name: 'Green', color: '#15803D' },
  { name: 'Violet', color: '#7C3AED' },
  { name: 'Rose', color: '#BE123C' },
  { name: 'Orange', color: '#B45309' },
  { name: 'Slate', color: '#334155' },
] as const

type ColorCardProps = { field: FieldProps; onType: (color: string) => void }

export function ColorCard({ field, onType }: ColorCardProps) {
  const color = field.value.trim()
  return (
    <Card title="Color">
      <p className="-mt-1 mb-4 text-sm text-ink-3">
        For buttons and links. Pick a color, or type its code, such as {DEFAULT_COLOR}.
      </p>
      <div className="flex items-end gap-2">
        <TextField
          label="Primary color"
          autoComplete="off"
          spellCheck={false}
          maxLength={7}
          className="min-w-0 flex-1"
          {...field}
        />
        <input
          type="color"
          aria-label="Pick the primary color"
          value={COLOR.test(color) ? color.toLowerCase() : DEFAULT_COLOR.toLowerCase()}
          onChange={(event) => onType(event.currentTarget.value.toUpperCase())}
          className="h-control w-14 shrink-0 cursor-pointer rounded-md border border-line-strong bg-surface p-1"
        />
      </div>
      {COLOR.test(color) && <ContrastLine color={color} />}
      <div role="group" aria-label="Suggested colors" className="mt-3 -mx-2 flex flex-wrap">
        {SUGGESTIONS.map((one) => (
          <button
            key={one.color}
            type="button"
            title={one.name}
            aria-label={one.name}
            aria-pressed={color.toUpperCase() === one.color}
            onClick={() => onType(one.color)}
            className="inline-flex size-control items-center justify-center rounded-md hover:bg-hover"
          >
            <span
              style={{ background: one.color }}
              className="flex size-6 items-center justify-center rounded-full text-white"
            >
              {color.toUpperCase() === one.color && <Check size={14} aria-hidden="true" />}
            </span>
          </button>
        ))}
      </div>
    </Card>
  )
}

function ContrastLine({ color }: { color: string }) {
  const { text, isGood } = readabilityOf(color)
  const Icon = isGood ? CircleCheck : TriangleAlert
  return (
    <p
      role="status"
      className={cx('mt-2 flex items-start gap-1.5 text-sm', isGood ? 'text-good' : 'text-warn')}
    >
      <Icon size={15} aria-hidden="true" className="mt-0.5 shrink-0" />
      {text}
    </p>
  )
}

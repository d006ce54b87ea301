// A field for a code of six digits from an email, a text message or an app. Users can paste, autofill or type
// it.
import type { Ref } from 'react'

import { TextField } from './text-field'

const DIGITS = 6

type CodeFieldProps = {
  label?: string
  name?: string
  value: string
  onChange: (code: string) => void
  /** Called when all digits are entered. */
  onComplete?: (code: string) => void
  error?: string | undefined
  'aria-describedby'?: string
  hint?: string
  ref?: Ref<HTMLInputElement>
}

export function CodeField({
  label = 'Code',
  name = 'code',
  value,
  onChange,
  onComplete,
  ...rest
}: CodeFieldProps) {
  return (
    <TextField
      {...rest}
      label={label}
      name={name}
      value={value}
      inputMode="numeric"
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      placeholder="000000"
      className="code-field"
      onChange={(event) => {
        const code = event.target.value.replace(/\D/g, '').slice(0, DIGITS)
        onChange(code)
        if (code.length === DIGITS && value.length < DIGITS) onComplete?.(code)
      }}
    />
  )
}

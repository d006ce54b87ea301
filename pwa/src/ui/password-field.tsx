// A password line that can be shown while typing.
import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'

import { TextField, type TextFieldProps } from './text-field'

export function PasswordField(props: Omit<TextFieldProps, 'type' | 'trailing'>) {
  const [shown, setShown] = useState(false)
  const Icon = shown ? EyeOff : Eye
  return (
    <TextField
      {...props}
      type={shown ? 'text' : 'password'}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      trailing={
        <button
          type="button"
          aria-label={shown ? `Hide ${props.label}` : `Show ${props.label}`}
          aria-pressed={shown}
          onClick={() => {
            setShown(!shown)
          }}
          className="mr-1 inline-flex size-8 shrink-0 items-center justify-center rounded-sm text-ink-3 transition-colors hover:bg-hover hover:text-ink"
        >
          <Icon size={17} aria-hidden="true" />
        </button>
      }
    />
  )
}

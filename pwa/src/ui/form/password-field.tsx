// A password field whose text can be shown.
import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'

import { TextField, type TextFieldProps } from './text-field'

export function PasswordField(props: Omit<TextFieldProps, 'type' | 'trailing'>) {
  const [isShown, setShown] = useState(false)
  const Icon = isShown ? EyeOff : Eye
  return (
    <TextField
      {...props}
      type={isShown ? 'text' : 'password'}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      trailing={
        <button
          type="button"
          aria-label={isShown ? `Hide ${props.label}` : `Show ${props.label}`}
          aria-pressed={isShown}
          onClick={() => {
            setShown(!isShown)
          }}
          className="inline-flex size-inside shrink-0 items-center justify-center rounded-md text-ink-3 transition-colors hover:text-ink focus-visible:-outline-offset-4"
        >
          <Icon size={17} aria-hidden="true" />
        </button>
      }
    />
  )
}

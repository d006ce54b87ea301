// A button that copies a text and confirms it for 2 seconds.
import { Check, Copy } from 'lucide-react'
import { type ComponentProps, useEffect, useState } from 'react'

import { Button } from './button'

const COPIED_MS = 2000

type CopyButtonProps = Omit<ComponentProps<typeof Button>, 'onClick' | 'icon' | 'children'> & {
  text: string
  label: string
  /** The label is only for screen readers. */
  isIconOnly?: boolean
}

export function CopyButton({ text, label, isIconOnly = false, ...rest }: CopyButtonProps) {
  const [message, setMessage] = useState<string | null>(null)
  useEffect(() => {
    if (message === null) return
    const timer = setTimeout(() => setMessage(null), COPIED_MS)
    return () => clearTimeout(timer)
  }, [message])
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setMessage('Copied'),
      () => setMessage('Copy it by hand'),
    )
  return (
    <Button
      {...rest}
      icon={
        message === 'Copied' ? <Check size={16} aria-hidden="true" /> : <Copy size={16} aria-hidden="true" />
      }
      onClick={() => void copy()}
    >
      <span aria-live="polite" className={isIconOnly ? 'sr-only' : undefined}>
        {message ?? label}
      </span>
    </Button>
  )
}

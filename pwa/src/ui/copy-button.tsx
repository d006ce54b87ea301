// A button that copies a text and confirms it for 2 seconds.
import { Check, Copy } from 'lucide-react'
import type { ComponentProps } from 'react'

import { Button } from './button'
import { COPIED, useCopy } from './hooks/use-copy'

type CopyButtonProps = Omit<ComponentProps<typeof Button>, 'onClick' | 'icon' | 'children'> & {
  text: string
  label: string
  /** Whether the label is only for screen readers. */
  isIconOnly?: boolean
}

export function CopyButton({ text, label, isIconOnly = false, ...rest }: CopyButtonProps) {
  const [message, copy] = useCopy(text)
  return (
    <Button
      {...rest}
      icon={
        message === COPIED ? <Check size={16} aria-hidden="true" /> : <Copy size={16} aria-hidden="true" />
      }
      onClick={copy}
    >
      <span aria-live="polite" className={isIconOnly ? 'sr-only' : undefined}>
        {message ?? label}
      </span>
    </Button>
  )
}

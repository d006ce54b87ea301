// A button that copies a text and confirms it for 2 seconds.
import { Check, Copy } from 'lucide-react'
import { type ComponentProps, useEffect, useState } from 'react'

import { Button } from './button'

const COPIED_MS = 2000

type CopyButtonProps = Omit<ComponentProps<typeof Button>, 'onClick' | 'icon' | 'children'> & { text: string; label: string }

export function CopyButton({ text, label, ...rest }: CopyButtonProps) {
  const [said, setSaid] = useState<string | null>(null)
  useEffect(() => {
    if (said === null) return
    const timer = setTimeout(() => setSaid(null), COPIED_MS)
    return () => clearTimeout(timer)
  }, [said])
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setSaid('Copied'),
      () => setSaid('Copy it by hand'),
    )
  return (
    <Button {...rest} icon={said === 'Copied' ? <Check size={16} aria-hidden="true" /> : <Copy size={16} aria-hidden="true" />} onClick={() => void copy()}>
      <span aria-live="polite">{said ?? label}</span>
    </Button>
  )
}

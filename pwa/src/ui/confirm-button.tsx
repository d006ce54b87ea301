// A button of an action that removes something. The first press shows Keep and the same button in red, and only
// the second press runs the action.
import { type ReactNode, useState } from 'react'

import { Button } from './button'
import { singleClick } from './single-click'

type ConfirmButtonProps = {
  tone?: 'borderless' | 'danger'
  size?: 'md' | 'sm'
  icon?: ReactNode
  busy?: boolean
  disabled?: boolean
  onConfirm: () => void
  /** What the action removes, for screen readers. */
  of: string
  /** The name of the action, such as `Remove`. */
  children: string
}

export function ConfirmButton({ tone = 'borderless', of, onConfirm, ...button }: ConfirmButtonProps) {
  const [isSure, setSure] = useState<boolean>()
  // After Keep, which disappears with the focus, the first button takes the focus.
  if (isSure !== true)
    return <Button tone={tone} {...button} autoFocus={isSure === false} onClick={() => setSure(true)} />
  return (
    <div role="group" aria-label={`${button.children} ${of}?`} className="flex items-center gap-2">
      <Button size={button.size ?? 'md'} autoFocus onClick={() => setSure(false)}>
        Keep
      </Button>
      <Button tone="danger" {...button} onClick={singleClick(onConfirm)} />
    </div>
  )
}

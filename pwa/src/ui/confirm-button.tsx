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
  children: ReactNode
}

export function ConfirmButton({ tone = 'borderless', onConfirm, ...button }: ConfirmButtonProps) {
  const [isSure, setSure] = useState(false)
  if (!isSure) return <Button tone={tone} {...button} onClick={() => setSure(true)} />
  return (
    <div className="flex items-center gap-2">
      <Button size={button.size ?? 'md'} autoFocus onClick={() => setSure(false)}>
        Keep
      </Button>
      <Button tone="danger" {...button} onClick={singleClick(onConfirm)} />
    </div>
  )
}

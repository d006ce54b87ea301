// One toast with its timer.
import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'

import { steady } from '../../lib/time/clock'
import { Button, IconButton } from '../button'
import { cx } from '../cx'
import { keepError } from './past-errors'

const TOAST_MS = 5000

export type ToastContent = {
  tone?: 'info' | 'success' | 'error'
  title: string
  body?: string
  action?: { label: string; run: () => void }
  /** Stays until it is dismissed or acted on. */
  sticky?: boolean
}

const ICONS = { info: Info, success: CircleCheck, error: CircleAlert }
const ICON_TONES = { info: 'text-primary-ink', success: 'text-good', error: 'text-bad' }

/** Disappears after 5 s, but not while it is hovered or contains the focus. */
export default function ToastCard({ toast, onDismiss }: { toast: ToastContent; onDismiss: () => void }) {
  const [isHovered, setHovered] = useState(false)
  const [isFocused, setFocused] = useState(false)
  const remaining = useRef(TOAST_MS)
  const dismiss = useRef(onDismiss)
  useEffect(() => {
    dismiss.current = onDismiss
  })

  useEffect(() => {
    if (toast.tone === 'error') keepError(toast)
  }, [toast])

  const isRunning = toast.sticky !== true && !isHovered && !isFocused
  useEffect(() => {
    if (!isRunning) return
    const startedAt = steady()
    const timer = setTimeout(() => dismiss.current(), remaining.current)
    return () => {
      clearTimeout(timer)
      remaining.current = Math.max(0, remaining.current - (steady() - startedAt))
    }
  }, [isRunning])

  const tone = toast.tone ?? 'info'
  const Icon = ICONS[tone]
  return (
    <div
      role={tone === 'error' ? 'alert' : 'status'}
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
      className="pointer-events-auto flex w-full max-w-sm animate-pop-in items-start gap-3 rounded-lg border border-line bg-raised py-3 pr-2 pl-3.5 shadow-3"
    >
      <Icon size={18} aria-hidden="true" className={cx('mt-[3px] shrink-0', ICON_TONES[tone])} />
      <div className="min-w-0 flex-1 py-px">
        <p className="text-base font-medium text-ink">{toast.title}</p>
        {toast.body !== undefined && <p className="text-sm text-pretty text-ink-2">{toast.body}</p>}
        {toast.action !== undefined && (
          <Button
            size="sm"
            className="mt-2"
            onClick={() => {
              toast.action?.run()
              onDismiss()
            }}
          >
            {toast.action.label}
          </Button>
        )}
      </div>
      <IconButton label="Dismiss" size="sm" className="-my-2" onClick={onDismiss}>
        <X size={16} aria-hidden="true" />
      </IconButton>
    </div>
  )
}

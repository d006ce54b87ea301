// Short messages that come and go by themselves after 5 seconds, unless somebody is reading or about to act.
import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import { createContext, type ReactNode, use, useEffect, useMemo, useRef, useState } from 'react'

import { now } from '../lib/clock'
import { Button, IconButton } from './button'
import { cx } from './cx'

const TOAST_MS = 5000

export type ToastContent = {
  tone?: 'info' | 'success' | 'error'
  title: string
  body?: string
  action?: { label: string; run: () => void }
  /** Stays until it is dismissed or acted on. */
  sticky?: boolean
}

type Shown = ToastContent & { id: number }
type Toasts = { show: (content: ToastContent) => number; dismiss: (id: number) => void }

const ToastContext = createContext<Toasts | null>(null)

/** Shows and dismisses toasts; only below `ToastProvider`. */
export function useToasts(): Toasts {
  const toasts = use(ToastContext)
  if (toasts === null) throw new Error('useToasts needs a ToastProvider above it')
  return toasts
}

export function ToastProvider({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<Shown[]>([])
  const nextId = useRef(1)
  const toasts = useMemo<Toasts>(
    () => ({
      show: (content) => {
        const id = nextId.current++
        setShown((before) => [...before.slice(-3), { ...content, id }])
        return id
      },
      dismiss: (id) => setShown((before) => before.filter((toast) => toast.id !== id)),
    }),
    [],
  )
  return (
    <ToastContext value={toasts}>
      {children}
      {/* Below the header and clear of the composer, which the bottom belongs to. */}
      <section
        aria-label="Notifications"
        aria-live="polite"
        className="pointer-events-none fixed inset-x-0 top-[calc(var(--safe-top)+4.25rem)] z-60 flex flex-col items-center gap-2 px-3 md:items-end md:px-5"
      >
        {shown.map((toast) => (
          <ToastCard key={toast.id} toast={toast} onDismiss={() => toasts.dismiss(toast.id)} />
        ))}
      </section>
    </ToastContext>
  )
}

const ICONS = { info: Info, success: CircleCheck, error: CircleAlert }
const ICON_TONES = { info: 'text-primary-ink', success: 'text-good', error: 'text-bad' }

function ToastCard({ toast, onDismiss }: { toast: Shown; onDismiss: () => void }) {
  const [hovered, setHovered] = useState(false)
  const [focused, setFocused] = useState(false)
  const remaining = useRef(TOAST_MS)
  const dismiss = useRef(onDismiss)
  useEffect(() => {
    dismiss.current = onDismiss
  })

  const running = toast.sticky !== true && !hovered && !focused
  useEffect(() => {
    if (!running) return
    const started = now()
    const timer = setTimeout(() => dismiss.current(), remaining.current)
    return () => {
      clearTimeout(timer)
      remaining.current = Math.max(0, remaining.current - (now() - started))
    }
  }, [running])

  const tone = toast.tone ?? 'info'
  const Icon = ICONS[tone]
  return (
    <div
      role={tone === 'error' ? 'alert' : 'status'}
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
      className="pointer-events-auto flex w-full max-w-[24rem] animate-pop-in items-start gap-3 rounded-lg border border-line bg-raised py-3 pr-2 pl-3.5 shadow-3"
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
      <IconButton label="Dismiss" size="sm" onClick={onDismiss}>
        <X size={16} aria-hidden="true" />
      </IconButton>
    </div>
  )
}

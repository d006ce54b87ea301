// Toasts: short messages that disappear after 5 seconds, unless they are hovered or contain the focus.
import {
  createContext,
  lazy,
  type ReactNode,
  Suspense,
  use,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'

import type { ToastContent } from './toast-card'

export type { ToastContent }

// Lazy, because most pages never show a toast.
const ToastCard = lazy(() => import('./toast-card'))

type ShownToast = ToastContent & { id: number }
type Toasts = { show: (content: ToastContent) => number; dismiss: (id: number) => void }

const SHOWN_MAX = 4

const ToastContext = createContext<Toasts | null>(null)

/** Shows and dismisses toasts; only below `ToastProvider`. */
export function useToasts(): Toasts {
  const toasts = use(ToastContext)
  if (toasts === null) throw new Error('useToasts: no provider')
  return toasts
}

/**
 * `owner` is the id of the signed-in user. When it changes, the toasts disappear, because they quote the user's
 * rows.
 */
export function ToastProvider({ owner, children }: { owner?: string | null; children: ReactNode }) {
  const [shown, setShown] = useState<ShownToast[]>([])
  useLayoutEffect(() => () => setShown([]), [owner])
  const nextId = useRef(1)
  const toasts = useMemo<Toasts>(
    () => ({
      show: (content) => {
        const id = nextId.current++
        setShown((before) => [...withoutOldest(before), { ...content, id }])
        return id
      },
      dismiss: (id) => setShown((before) => before.filter((toast) => toast.id !== id)),
    }),
    [],
  )
  return (
    <ToastContext value={toasts}>
      {children}
      {/* On phones the toasts are below the header, away from the composer and the bottom bar. On desktops
          they are over the menu, above the account and the sign-out at its bottom. */}
      <section
        aria-label="Notifications"
        aria-live="polite"
        className="pointer-events-none fixed inset-x-0 top-[calc(var(--safe-top)+4.25rem)] z-60 flex flex-col items-center gap-2 px-3 md:inset-x-auto md:top-auto md:bottom-38 md:left-4 md:w-80 md:items-stretch md:px-0"
      >
        {shown.map((toast) => (
          <Suspense key={toast.id}>
            <ToastCard toast={toast} onDismiss={() => toasts.dismiss(toast.id)} />
          </Suspense>
        ))}
      </section>
    </ToastContext>
  )
}

/**
 * If four toasts are shown, drops the oldest one that is not sticky. A sticky toast stays, because it has the only
 * Undo button of an action.
 */
function withoutOldest(shown: ShownToast[]): ShownToast[] {
  const oldest = shown.length < SHOWN_MAX ? undefined : shown.find((toast) => toast.sticky !== true)
  return shown.filter((toast) => toast !== oldest)
}

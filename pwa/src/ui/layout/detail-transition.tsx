// Slides a detail view in and out on phones, where it replaces its list.
import { type ReactNode, useState, ViewTransition } from 'react'

const ANIMATED = '(width < 48rem) and (prefers-reduced-motion: no-preference)'

/** `theme/motion.css` defines the movement. A browser without view transitions shows the detail at once. */
export function DetailTransition({ children }: { children: ReactNode }) {
  // This is decided only once, because a change would mount the detail again.
  const [isAnimated] = useState(() => window.matchMedia(ANIMATED).matches)
  if (!isAnimated) return children
  return (
    <ViewTransition default="none" enter="detail-in" exit="detail-out">
      {children}
    </ViewTransition>
  )
}

// The play symbol over a video's picture: a circle, or a pill with the video's length.
import { Play, VideoOff } from 'lucide-react'
import type { ReactNode } from 'react'

import { cx } from '../../../ui/cx'

/** White in both schemes, because the pictures below it are dark in both. */
const WHITE = { background: '#fff', color: 'color-mix(in oklab, var(--primary) 26%, #0a1230)' }

type PlayCircleProps = {
  /** The size of the circle. */
  className: string
  /** The size of its icon. */
  icon: string
  isOffline?: boolean
  children?: ReactNode
}

export function PlayCircle({ className, icon, isOffline = false, children }: PlayCircleProps) {
  const Icon = isOffline ? VideoOff : Play
  return (
    <span style={WHITE} className={cx('flex items-center justify-center rounded-full shadow-3', className)}>
      <Icon aria-hidden="true" fill={isOffline ? 'none' : 'currentColor'} className={icon} />
      {children}
    </span>
  )
}

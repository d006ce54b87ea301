// A link that opens the connect screen in a new window, or in the same one in the installed app.
import type { ReactNode } from 'react'
import { Link } from 'react-router'

import { buttonClass } from '../../../ui/button'
import { cx } from '../../../ui/cx'
import { useMedia } from '../../../ui/hooks/use-media'

type ConnectLinkProps = { to: string; tone?: 'primary' | 'bordered'; children: ReactNode }

export function ConnectLink({ to, tone = 'primary', children }: ConnectLinkProps) {
  const isInstalled = useMedia('(display-mode: standalone)')
  return (
    <Link
      to={to}
      {...(!isInstalled && { target: '_blank' })}
      className={cx(buttonClass(tone), 'max-sm:w-full')}
    >
      {children}
      {!isInstalled && <span className="sr-only"> (opens a new window)</span>}
    </Link>
  )
}

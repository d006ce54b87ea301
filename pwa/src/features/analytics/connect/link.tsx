// A link that opens the connect screen in a new window, or in the same one in the installed app.
import type { ReactNode } from 'react'
import { Link } from 'react-router'

import { buttonClass } from '../../../ui/button'
import { useMedia } from '../../../ui/hooks/use-media'

/** `isText` renders a text link instead of a button. */
export function ConnectLink({
  to,
  isText = false,
  children,
}: {
  to: string
  isText?: boolean
  children: ReactNode
}) {
  const isInstalled = useMedia('(display-mode: standalone)')
  return (
    <Link
      to={to}
      {...(!isInstalled && { target: '_blank' })}
      className={
        isText
          ? 'mt-auto -mb-2 inline-flex min-h-control-small items-center text-sm font-medium text-primary-ink hover:underline'
          : buttonClass('primary')
      }
    >
      {children}
      {!isInstalled && <span className="sr-only"> (opens a new window)</span>}
    </Link>
  )
}

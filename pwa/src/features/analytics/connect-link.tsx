// A link to the connect screen that opens a window of its own, but in the installed app the same one.
import type { ReactNode } from 'react'
import { Link } from 'react-router'

import { useMedia } from '../../ui/use-media'

export function ConnectLink({ to, children }: { to: string; children: ReactNode }) {
  const isInstalled = useMedia('(display-mode: standalone)')
  return (
    <Link
      to={to}
      {...(!isInstalled && { target: '_blank' })}
      className="inline-flex h-control items-center justify-center rounded-md bg-primary px-3.5 text-base font-medium whitespace-nowrap text-on-primary shadow-1 hover:bg-primary-hover"
    >
      {children}
      {!isInstalled && <span className="sr-only"> (opens a new window)</span>}
    </Link>
  )
}

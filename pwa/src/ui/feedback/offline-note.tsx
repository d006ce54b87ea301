// The note that is shown above settings while the connection that they need is missing.
import { WifiOff } from 'lucide-react'
import type { ReactNode } from 'react'

export function OfflineNote({ children = 'These settings need a connection.' }: { children?: ReactNode }) {
  return (
    <p
      className="flex items-center gap-2.5 rounded-md border border-warn-line bg-warn-soft px-3 py-2.5 text-sm text-warn"
      role="status"
    >
      <WifiOff size={17} aria-hidden="true" className="shrink-0" />
      You are offline. {children}
    </p>
  )
}
